declare module 'html-encoding-sniffer' {
  /** Encoding of a page by its byte order mark and its meta elements, else the given default. */
  export default function sniffEncoding(body: Uint8Array, options: { defaultEncoding: string }): string;
}
