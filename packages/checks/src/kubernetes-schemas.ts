import { type KubernetesObject, nameOf } from './kubernetes-objects.ts';

type Validate = (this: object) => void;

/** Schemas of an API group that Kubernetes does not have by itself. */
const extensions: Readonly<Record<string, string>> = {
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
};

/** Minor versions of Kubernetes, with the package that has their schemas. */
export const kubernetesVersions: Readonly<Record<string, string>> = {
  '1.33': 'kubernetes-models-1.33',
  '1.36': 'kubernetes-models',
};

/** Packages with the schemas of a kind, with what a finding of theirs is of. */
function librariesOf({ apiVersion }: KubernetesObject): [of: string, library: string][] {
  const group = apiVersion.split('/')[0] ?? '';
  const extension = extensions[group];
  return extension
    ? [[group, extension]]
    : Object.entries(kubernetesVersions).map(([version, library]) => [`Kubernetes ${version}`, library]);
}

/**
 * The validator of a kind, which throws what is wrong: compiled from the OpenAPI document of a version of Kubernetes, or
 * from the types of an extension.
 */
async function validatorOf(library: string, { apiVersion, kind }: KubernetesObject): Promise<Validate | null> {
  try {
    const models = (await import(`${library}/${apiVersion}/${kind}`)) as Record<
      string,
      { prototype: { validate: Validate } }
    >;
    return models[kind]?.prototype.validate ?? null;
  } catch {
    return null;
  }
}

interface Reading {
  path: string;
  value: object;
  asked: Set<string>;
  isMap: boolean;
}

/**
 * A view of a value that notes which properties are read. The validators ask for each property that their
 * schema knows and are silent about others; a property that is never read is an unknown field. Maps are read
 * by enumeration.
 */
function observed(value: object, path: string, readings: Map<object, { reading: Reading; view: object }>): object {
  const known = readings.get(value);
  if (known) return known.view;
  const reading: Reading = { path, value, asked: new Set(), isMap: Array.isArray(value) };
  const view = new Proxy(value, {
    get(target, key, receiver) {
      const child: unknown = Reflect.get(target, key, receiver);
      if (typeof key === 'symbol') return child;
      reading.asked.add(key);
      const isOwn = Object.hasOwn(target, key);
      return isOwn && typeof child === 'object' && child !== null ? observed(child, `${path}/${key}`, readings) : child;
    },
    ownKeys(target) {
      reading.isMap = true;
      return Reflect.ownKeys(target);
    },
  });
  readings.set(value, { reading, view });
  return view;
}

/** Violations of an object against the schemas of its kind, of each version of Kubernetes, including unknown fields. */
export async function schemaViolations(object: KubernetesObject): Promise<string[]> {
  const found = await Promise.all(
    librariesOf(object).map(async ([of, library]) =>
      (await libraryViolations(library, object)).map((problem) => `${nameOf(object)}: ${problem} (${of})`),
    ),
  );
  return found.flat();
}

async function libraryViolations(library: string, object: KubernetesObject): Promise<string[]> {
  const validate = await validatorOf(library, object);
  if (!validate) return [`no schema is known for ${object.apiVersion} ${object.kind}`];
  const readings = new Map<object, { reading: Reading; view: object }>();
  try {
    validate.call(observed(object, '', readings));
  } catch (error) {
    return [(error as Error).message.replaceAll('\n', '; ')];
  }
  return [...readings.values()].flatMap(({ reading: { path, value, asked, isMap } }) =>
    isMap || asked.size === 0
      ? []
      : Object.keys(value)
          .filter((key) => !asked.has(key))
          .map((key) => `${path}/${key} is no known field`),
  );
}
