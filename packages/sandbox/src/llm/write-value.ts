interface Shape {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  minItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/**
 * A value that fits a JSON Schema, as a model with structured output writes one. It knows what schemas of
 * answers are made of: objects, arrays, texts, numbers, booleans, `enum`, `const`, `anyOf`.
 * @param words text that the texts are made of
 * @param options.name of the member that it is for
 * @param options.isLargest numbers are the largest that the schema takes, not the smallest
 */
export function writeValue(
  schema: Shape,
  words: string,
  { name = 'answer', isLargest }: { name?: string; isLargest: boolean },
): unknown {
  const write = (inner: Shape, member = name) => writeValue(inner, words, { name: member, isLargest });
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [first] = schema.anyOf ?? [];
  if (first) return write(first);
  switch ([schema.type].flat()[0] ?? 'object') {
    case 'object': {
      const { properties = {} } = schema;
      const wanted = schema.required ?? Object.keys(properties);
      return Object.fromEntries(wanted.map((member) => [member, write(properties[member] ?? {}, member)]));
    }
    case 'array':
      return Array.from({ length: schema.minItems ?? 1 }, () => write(schema.items ?? {}));
    case 'string':
      return textOf(words, name, schema.minLength ?? 0, schema.maxLength ?? 400);
    case 'integer':
    case 'number':
      return (isLargest ? schema.maximum : schema.minimum) ?? 1;
    default:
      return true;
  }
}

/** A text between these lengths. */
function textOf(words: string, name: string, minLength: number, maxLength: number): string {
  const sentence = `Sandbox ${name.replaceAll('_', ' ')}: ${words}. `;
  let text = sentence;
  while (text.trim().length < minLength) text += sentence;
  return text.slice(0, maxLength).trim().padEnd(minLength, '.');
}
