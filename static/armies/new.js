// The usual points limits fill the field beside them.
const field = document.getElementById("id_limit");
for (const button of document.querySelectorAll("[data-limit]")) {
  button.addEventListener("click", () => {
    field.value = button.dataset.limit;
    field.focus();
  });
}
