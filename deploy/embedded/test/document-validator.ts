import { readFile } from 'node:fs/promises';
import { errorMessage } from '@platform/contracts/errors';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { WireReply } from './probes.ts';

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

interface Response {
  headers?: Record<string, Node>;
  content?: Record<string, { schema?: Node }>;
}
interface Document {
  paths: Record<string, Record<string, Node & { operationId: string; responses: Record<string, Node> }>>;
  components: { schemas: Record<string, Node> } & Record<string, Record<string, Node>>;
}

/** Headers of HTTP, of CORS and of browsers. An answer may have these without a word in the document. */
const commonHeaders =
  /^(date|connection|keep-alive|transfer-encoding|content-(type|length|encoding|language|disposition|security-policy)|cache-control|cache-status|vary|referrer-policy|strict-transport-security|www-authenticate|access-control-[a-z-]+|cross-origin-[a-z-]+|x-content-type-options|x-frame-options|x-request-id|x-robots-tag|accept-ranges|content-range|location|expires)$/;

/** The names that a closed copy of a component has. */
const closed = (reference: string): string => `${reference}.closed`;

/**
 * The document with objects that refuse fields which it does not name. The published schemas are open, since
 * a later release may add fields to an answer. A part of an `allOf` stays open: the whole is closed.
 */
function closeObjects(document: Document): Document {
  const closeIn = (value: unknown, isPart: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => closeIn(item, isPart));
    if (!isNode(value)) return value;
    if (typeof value.$ref === 'string' && value.$ref.startsWith('#/components/schemas/'))
      return { ...value, $ref: isPart ? value.$ref : closed(value.$ref) };
    const isWhole = isNode(value.properties) || Array.isArray(value.allOf);
    const copy = Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        const isPartOfThis = key === 'allOf' || (isWhole && (key === 'anyOf' || key === 'oneOf'));
        return [key, closeIn(item, isPartOfThis)];
      }),
    );
    const isOpen = isWhole && !isPart && !('additionalProperties' in value);
    return isOpen ? { ...copy, unevaluatedProperties: false } : copy;
  };
  const { components, paths } = document;
  const schemas = Object.fromEntries(
    Object.entries(components.schemas).flatMap(([name, schema]) => [
      [name, closeIn(schema, true)],
      [closed(name), { $ref: `#/components/schemas/${name}`, unevaluatedProperties: false }],
    ]),
  );
  return { paths: closeIn(paths, false), components: { ...(closeIn(components, false) as Node), schemas } } as Document;
}

/** Compares answers with the API document. */
export interface DocumentValidator {
  /**
   * The differences between an answer and the document: of its status, its media type, its headers and its
   * body. A field of the body that the document does not name is one.
   */
  differences(operationId: string, reply: WireReply): string[];
  /** Of these the differences of status, media type and error code alone: cheap enough for thousands of answers. */
  unnamed(operationId: string, reply: WireReply): string[];
}

/** What a suite saw of the answers that the document does not name. */
export interface AnswerLedger {
  /** Compares one answer with the document; an address that matches no operation is none of its answers. */
  compare(operationId: string, reply: WireReply): void;
  /** Number of compared answers. */
  compared(): number;
  /** Each difference once. */
  differences(): string[];
}

/** The message of an address that leads to no operation. */
const noSuchAddress = errorMessage('not_found');

/** Compares every answer of a suite with the committed API document. */
export async function openAnswerLedger(): Promise<AnswerLedger> {
  const document = await readDocumentValidator();
  const found = new Set<string>();
  let compared = 0;
  return {
    compare(operationId, reply) {
      if (reply.error === 'not_found' && reply.json.message === noSuchAddress) return;
      compared += 1;
      for (const each of document.unnamed(operationId, reply)) found.add(`${operationId}: ${each}`);
    },
    compared: () => compared,
    differences: () => [...found].toSorted(),
  };
}

/** Reads the committed API document. */
export async function readDocumentValidator(): Promise<DocumentValidator> {
  const file = new URL('../../../packages/contracts/openapi.json', import.meta.url);
  return documentValidator(JSON.parse(await readFile(file, 'utf8')));
}

function documentValidator(source: Document): DocumentValidator {
  const document = closeObjects(source);
  const bodies = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  bodies.addSchema(document, 'document');
  // Headers are text on the wire.
  const texts = new Ajv2020({ strict: false, allErrors: true, coerceTypes: true });
  const operations = new Map(
    Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .map((operation) => [operation.operationId, operation]),
  );

  /** A part of the document, or the component that it refers to. */
  const inPlace = <T>(part: Node): T => {
    if (typeof part.$ref !== 'string') return part as T;
    const [, , kind = '', name = ''] = part.$ref.split('/');
    return document.components[kind]?.[name] as T;
  };

  const compiled = new Map<string, ValidateFunction>();
  /** Compiles a schema once; what it is about is its name. */
  const compile = (ajv: Ajv2020, about: string, schema: Node): ValidateFunction => {
    const present = compiled.get(about);
    if (present) return present;
    const inDocument = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as Node;
    const made = ajv.compile(inDocument);
    compiled.set(about, made);
    return made;
  };
  const faultsOf = (isValid: ValidateFunction, value: unknown, place: string): string[] =>
    isValid(value)
      ? []
      : (isValid.errors ?? []).map(
          ({ instancePath, message, params }) => `${place}${instancePath} ${message} ${JSON.stringify(params)}`,
        );

  const differencesOfHeaders = (about: string, response: Response, { status, headers }: WireReply): string[] => {
    const named = Object.fromEntries(
      Object.entries(response.headers ?? {}).map(([name, header]) => [
        name.toLowerCase(),
        inPlace<{ schema: Node }>(header).schema,
      ]),
    );
    // A failure may come before the call is counted, and not every list counts its rows.
    const required = status < 400 ? Object.keys(named).filter((name) => name !== 'x-total-count') : [];
    const isValid = compile(texts, `headers of ${about}`, { type: 'object', properties: named, required });
    const unnamed = Object.keys(headers).filter((name) => !(name in named) && !commonHeaders.test(name));
    return [
      ...faultsOf(isValid, { ...headers }, 'headers'),
      ...unnamed.map((name) => `header ${name} is not in the document`),
    ];
  };

  const differencesOfBody = (about: string, { content = {} }: Response, reply: WireReply): string[] => {
    const [mediaType = ''] = (reply.headers['content-type'] ?? '').split(';');
    if (Object.keys(content).length === 0) return reply.text === '' ? [] : ['a body that is not in the document'];
    const body = content[mediaType] ?? content['*/*'];
    if (!body) return [`media type ${mediaType} is not in the document`];
    if (!body.schema || mediaType !== 'application/json') return [];
    const isValid = compile(bodies, `body of ${about} as ${mediaType}`, body.schema);
    return faultsOf(isValid, JSON.parse(reply.text), 'body');
  };

  return {
    unnamed(operationId, reply) {
      const part = operations.get(operationId)?.responses[String(reply.status)];
      if (!part) return [`status ${reply.status} ${reply.error ?? ''} is not in the document`];
      const { content = {} } = inPlace<Response>(part);
      const [mediaType = ''] = (reply.headers['content-type'] ?? '').split(';');
      if (Object.keys(content).length === 0)
        return reply.text === '' ? [] : [`a body of status ${reply.status} is not in the document`];
      const body = content[mediaType] ?? content['*/*'];
      // An answer to HEAD, and a redirect, have no body.
      if (!body) return reply.text === '' ? [] : [`media type ${mediaType} of ${reply.status} is not in the document`];
      if (reply.status < 400 || reply.error === undefined) return [];
      const parts = (body.schema?.allOf ?? []) as { properties?: { error?: { enum?: string[] } } }[];
      const codes = parts.flatMap(({ properties }) => properties?.error?.enum ?? []);
      return codes.includes(reply.error) ? [] : [`code ${reply.error} of ${reply.status} is not in the document`];
    },
    differences(operationId, reply) {
      const part = operations.get(operationId)?.responses[String(reply.status)];
      if (!part) return [`status ${reply.status} is not in the document`];
      const response = inPlace<Response>(part);
      const about = `${operationId} ${reply.status}`;
      return [...differencesOfHeaders(about, response, reply), ...differencesOfBody(about, response, reply)];
    },
  };
}
