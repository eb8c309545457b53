import type { social } from '@platform/contracts';
import type { AdminContext, EndpointRequest } from '@platform/contracts/kit';
import { fail } from '@platform/runtime';
import { applicationOf } from '../accounts/account.ts';
import type { App } from '../app.ts';
import { countText } from '../posts/count-text.ts';
import { type ReplyView, requireItem, toReply } from './item.ts';
import { type ReplySender, sendReply } from './send-reply.ts';

type Body = EndpointRequest<typeof social.endpoints.replySocialInboxItem>['body'];

/**
 * Replies to an item.
 * @returns what was tried; its `state` says how it ended
 * @throws AppError `inbox_item_not_found`, `conflict`, `account_not_ready`, `outcome_uncertain`,
 * `channel_check_failed` for a text that is too long
 */
export async function replyToItem(
  app: ReplySender & Pick<App, 'audit'>,
  id: string,
  { text, confirms_absent }: Body,
  { email }: Pick<AdminContext, 'email'>,
): Promise<ReplyView> {
  const context = await requireItem(app, id);
  const { max, unit } = app.channels[context.account.channel].facts.text;
  const length = countText(text, unit);
  if (length > max) {
    const message = `The text has ${length} characters, and the channel takes ${max}.`;
    fail('channel_check_failed', { fields: { checks: [{ code: 'too_long', level: 'error', message }] } });
  }
  const order = { text, confirms_absent, created_by: email, source_url: null };
  const reply = await sendReply(app, context, order, async (tx, { reply: written }) => {
    const application_id = await applicationOf(tx, context.account);
    await app.audit.record(tx, { before: null, after: toReply(written), application_id });
  });
  return toReply(reply);
}
