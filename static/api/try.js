// Draws the API's schema with Swagger UI; requests carry the page's CSRF token.

const place = document.getElementById("swagger-ui");

SwaggerUIBundle({
  url: place.dataset.schema,
  dom_id: "#swagger-ui",
  presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: "list",
  validatorUrl: null,
  requestInterceptor: (request) => {
    request.headers["x-csrftoken"] = place.dataset.csrf;
    return request;
  },
});
