import type { social } from '@platform/contracts';
import { defineStatement, type ReceivedEvent, runStatement, type Tx } from '@platform/runtime';

const statement = defineStatement({
  name: 'project_post',
  text: `INSERT INTO analytics.platform_utm_values (field, value) VALUES ('source', $1), ('campaign', $2), ('content', $3)
         ON CONFLICT DO NOTHING`,
});

/** `social_post.published`: links with these values are the platform's own. */
export async function projectPost(
  tx: Tx,
  { data }: ReceivedEvent<typeof social.events.socialPostPublished>,
): Promise<void> {
  await runStatement(tx, statement, [data.channel, data.campaign, data.ref]);
}
