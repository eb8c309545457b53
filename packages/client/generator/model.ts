/**
 * What clients are printed from: the types and operations of the API document, in words that no target
 * language knows. One printer for each language reads it.
 */

/** The type of a value on the wire. */
export type TypeModel =
  | { kind: 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'unknown' | 'binary' }
  | { kind: 'reference'; name: string }
  | { kind: 'enumeration'; values: (string | number | boolean)[] }
  | { kind: 'list'; items: TypeModel }
  | { kind: 'map'; values: TypeModel }
  | { kind: 'object'; fields: FieldModel[]; isOpen: boolean }
  | { kind: 'union'; of: TypeModel[] }
  | { kind: 'intersection'; of: TypeModel[] };

export interface FieldModel {
  name: string;
  type: TypeModel;
  isRequired: boolean;
  description: string;
}

/** A named type. */
export interface SchemaModel {
  name: string;
  description: string;
  type: TypeModel;
}

/** The form of a success: the `data` of an envelope, a page of a list, or a document as it is. */
export type AnswerForm = 'data' | 'page' | 'json' | 'text' | 'file' | 'none';

export interface OperationModel {
  id: string;
  method: string;
  path: string;
  summary: string;
  tag: string;
  auth: string;
  repeat: string;
  /** Seconds that the gateway takes for it at most, where the contract says it; else null. */
  timeoutSeconds: number | null;
  deprecated: { since: string; sunset: string; use: string } | null;
  params: FieldModel[];
  query: FieldModel[];
  /** Whether it takes `If-Match`. */
  ifMatch: 'required' | 'optional' | null;
  body: { type: TypeModel; isRequired: boolean } | null;
  answer: { form: AnswerForm; type: TypeModel | null };
}

export interface ErrorModel {
  code: string;
  status: number;
  description: string;
  /** Fields beside those of every refusal; null where there are none. */
  fields: TypeModel | null;
}

export interface ApiModel {
  version: string;
  schemas: SchemaModel[];
  operations: OperationModel[];
  errors: ErrorModel[];
}
