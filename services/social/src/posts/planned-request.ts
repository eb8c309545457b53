/**
 * One request to a channel. `{token}` stands for the secret in its path; `{image}`, `{photo}` and
 * `{container}` for results of earlier steps. The last request publishes the post.
 */
export interface PlannedRequest {
  step: 'upload' | 'container' | 'publish';
  method: 'POST';
  path: string;
  body: Record<string, unknown>;
}
