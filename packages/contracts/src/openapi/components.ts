import { type JsonObject, sortKeys } from './json.ts';

/**
 * Responses or parameters of all operations. One that several operations have becomes a component, and the
 * operations refer to it.
 */
export class Shared {
  readonly #kind: string;
  readonly #uses = new Map<string, { name: string; value: JsonObject; references: JsonObject[] }>();

  constructor(kind: 'responses' | 'parameters') {
    this.#kind = kind;
  }

  /** The object of a part in the document. `fillReferences` fills it, with the part or with its reference. */
  refer(name: string, value: JsonObject): JsonObject {
    const text = JSON.stringify(value);
    const use = this.#uses.get(text) ?? { name, value, references: [] };
    const reference: JsonObject = {};
    use.references.push(reference);
    this.#uses.set(text, use);
    return reference;
  }

  /** Fills every object and returns the components. Of two parts with one name the later gets a number. */
  fillReferences(): JsonObject {
    const components: JsonObject = {};
    for (const { name, value, references } of this.#uses.values()) {
      if (references.length === 1) {
        Object.assign(references[0] as JsonObject, value);
        continue;
      }
      let free = name;
      for (let number = 2; free in components; number += 1) free = `${name}${number}`;
      components[free] = value;
      for (const reference of references) reference.$ref = `#/components/${this.#kind}/${free}`;
    }
    return sortKeys(components);
  }
}
