import { ConsentRecord } from '@platform/contracts';
import { csvFormat } from '@platform/runtime';
import type { OpenedRecord } from './open-record.ts';

/** A version of a document, as an export shows it. A null field is unknown: there is no such version. */
export interface ExportedDocument {
  document_id: string;
  doc_kind: string;
  version: string;
  title: string | null;
  content_hash: string;
  published_at: string | null;
  public_url: string;
  editorial: boolean | null;
  effective_at: string | null;
  change_note: string | null;
}

/** A record with the version it is about. */
export interface ExportedRecord {
  record: OpenedRecord;
  document: ExportedDocument;
  /** The text of the version, in the first record that names the version. */
  text?: { body: string | null; isFirst: boolean };
}

export interface ExportFormat {
  contentType: string;
  /** Text before the first record. */
  start: string;
  write(records: readonly ExportedRecord[]): string;
}

/**
 * JSON Lines: every record is a line, and the first one about a version of a document has that version before
 * it.
 */
const jsonl: ExportFormat = {
  contentType: 'application/jsonl; charset=utf-8',
  start: '',
  write: (records) =>
    records
      .map(({ record, document, text }) => {
        const line = `${JSON.stringify({ type: 'consent', ...record })}\n`;
        return text ? `${JSON.stringify({ type: 'document', ...document, body: text.body })}\n${line}` : line;
      })
      .join(''),
};

const rows = csvFormat<Record<string, unknown>>([
  ...Object.keys(ConsentRecord.shape),
  'document_editorial',
  'document_title',
  'document_url',
  'document_body',
]);

/** One row for each record, with the text of a document where it is named first. */
const csv: ExportFormat = {
  ...rows,
  write: (records) =>
    rows.write(
      records.map(({ record, document, text }) => ({
        ...record,
        document_title: document.title,
        document_url: document.public_url,
        document_body: text?.isFirst ? text.body : null,
        document_editorial: document.editorial,
      })),
    ),
};

/** The formats of an export, by the ending of their files. */
export const exportFormats = { csv, jsonl };
