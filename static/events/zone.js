// The time zone of this device, where the form has none yet.

const field = document.querySelector("select[name=time_zone]");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

if (field && field.value === "UTC" && [...field.options].some((one) => one.value === here)) field.value = here;
