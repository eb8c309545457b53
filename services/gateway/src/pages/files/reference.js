// Shows one feature with Swagger UI. It gets the part of the document that the feature needs: all of it would take
// seconds to be read.
const place = document.getElementById('reference');
const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();

/** Adds the components that a part refers to, and those that they refer to. */
function addReferences(part, components, kept) {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part)) {
    if (key !== '$ref' || typeof value !== 'string') {
      addReferences(value, components, kept);
      continue;
    }
    const [, , kind, name] = value.split('/');
    kept[kind] ??= {};
    const sharing = kept[kind];
    if (name in sharing) continue;
    sharing[name] = components[kind]?.[name];
    addReferences(sharing[name], components, kept);
  }
}

function partOf({ openapi, info, tags, paths, components }, feature) {
  const own = Object.entries(paths).flatMap(([path, methods]) => {
    const some = Object.entries(methods).filter(([, { tags: names }]) => names.includes(feature));
    return some.length > 0 ? [[path, Object.fromEntries(some)]] : [];
  });
  const part = {
    openapi,
    info: { title: feature, version: info.version },
    // The reference is served by the API itself.
    servers: [{ url: '/' }],
    tags: tags.filter(({ name }) => name === feature),
    paths: Object.fromEntries(own),
    components: { securitySchemes: components.securitySchemes },
  };
  addReferences(part.paths, components, part.components);
  return part;
}

// What the page has by itself already, or what a document with one server does not need.
const hidden = () => null;

fetch('/v1/openapi.json')
  .then((answer) => answer.json())
  .then((document) =>
    SwaggerUIBundle({
      spec: partOf(document, place.dataset.feature),
      domNode: place,
      deepLinking: true,
      docExpansion: 'list',
      defaultModelsExpandDepth: -1,
      tryItOutEnabled: true,
      plugins: [{ components: { InfoContainer: hidden, ServersContainer: hidden } }],
    }),
  )
  .catch(() => {
    place.textContent = 'The document of the API could not be read. Reload the page.';
  });
