import { type KubernetesObject, nameOf } from './kubernetes-objects.ts';

type Validate = (this: object) => void;

/**
 * The validator of a kind, which throws what is wrong: compiled from the OpenAPI document of Kubernetes, or
 * from the types of the Prometheus operator.
 */
async function validatorOf({ apiVersion, kind }: KubernetesObject): Promise<Validate | null> {
  const library = apiVersion.startsWith('monitoring.coreos.com/')
    ? '@kubernetes-models/prometheus-operator'
    : 'kubernetes-models';
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

/** Violations of an object against the schema of its kind, including unknown fields. */
export async function schemaViolations(object: KubernetesObject): Promise<string[]> {
  const say = (problem: string) => `${nameOf(object)}: ${problem}`;
  const validate = await validatorOf(object);
  if (!validate) return [say(`no schema is known for ${object.apiVersion} ${object.kind}`)];
  const readings = new Map<object, { reading: Reading; view: object }>();
  try {
    validate.call(observed(object, '', readings));
  } catch (error) {
    return [say((error as Error).message.replaceAll('\n', '; '))];
  }
  return [...readings.values()].flatMap(({ reading: { path, value, asked, isMap } }) =>
    isMap || asked.size === 0
      ? []
      : Object.keys(value)
          .filter((key) => !asked.has(key))
          .map((key) => say(`${path}/${key} is no field that Kubernetes knows`)),
  );
}
