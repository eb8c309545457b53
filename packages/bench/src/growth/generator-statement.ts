/**
 * A statement of the generator: `$1` application, `$2` its code, `$3` number of people, `$4` issuer of
 * tokens.
 */
export interface GeneratorStatement {
  what: string;
  text: string;
}
