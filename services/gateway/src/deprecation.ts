import type { Route } from '@platform/contracts';

/** An HTTP date (RFC 9110 §5.6.7) of the first second of a day. */
const httpDate = (day: string): string => new Date(`${day}T00:00:00Z`).toUTCString();

/**
 * The headers with the end date of an endpoint: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a `Link` to
 * the path of its successor (RFC 5829).
 * @returns headers by the name of the endpoint; an endpoint that is not deprecated has no entry
 */
export function deprecationHeaders(routes: readonly Route[]): ReadonlyMap<string, Record<string, string>> {
  const paths = new Map(routes.map(({ id, endpoint }) => [id, endpoint.path]));
  return new Map(
    routes.flatMap(({ id, endpoint: { deprecated } }) => {
      if (!deprecated) return [];
      const successor = paths.get(deprecated.use);
      return [
        [
          id,
          {
            deprecation: `@${Date.parse(deprecated.since) / 1_000}`,
            sunset: httpDate(deprecated.sunset),
            ...(successor ? { link: `<${successor}>; rel="successor-version"` } : {}),
          },
        ] as const,
      ];
    }),
  );
}
