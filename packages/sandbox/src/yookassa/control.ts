import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { type Answer, jsonAnswer } from '../http/answer.ts';
import { parseJson, readBody } from '../http/body.ts';
import { isLoopbackPeer } from '../http/loopback.ts';
import { parseFaultSettings } from './faults.ts';
import type { YookassaSandbox } from './sandbox-interface.ts';
import { SandboxPaymentError } from './shop.ts';

const payBody = z.strictObject({ card: z.string().optional() });
const declineBody = z.strictObject({ reason: z.string().min(1).max(64).optional() });
const tamperBody = z.strictObject({
  amount: z.string().optional(),
  currency: z.string().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
});
const shopBody = z.strictObject({
  shop_id: z.string().regex(/^\d{1,20}$/),
  secret_key: z.string().min(1).max(200),
  webhook_url: z.url().nullable().default(null),
});
const forgedBody = z.strictObject({ event: z.string(), object: z.record(z.string(), z.unknown()) });

function refusal(status: number, message: string): Answer {
  return jsonAnswer(status, { error: message });
}

/**
 * Answers the control API, which only this machine may call.
 * @param req the request
 * @param path the path after `/__ctl`
 * @param sandbox what is controlled
 */
export async function controlAnswer(req: IncomingMessage, path: string, sandbox: YookassaSandbox): Promise<Answer> {
  if (!isLoopbackPeer(req)) return refusal(403, 'the control API answers to this machine only');
  const text = await readBody(req);
  if (text === null) return refusal(413, 'the body is too long');
  const body = text === '' ? {} : parseJson(text);
  const call = `${req.method} ${path}`;

  if (call === 'GET /journal') return jsonAnswer(200, sandbox.journal());
  if (call === 'GET /payments') return jsonAnswer(200, sandbox.payments());
  if (call === 'GET /refunds') return jsonAnswer(200, sandbox.refunds());
  if (call === 'GET /deliveries') return jsonAnswer(200, sandbox.deliveries());
  if (call === 'GET /faults') return jsonAnswer(200, sandbox.faults.current());
  if (call === 'DELETE /faults') {
    sandbox.faults.reset();
    return jsonAnswer(200, sandbox.faults.current());
  }
  if (call === 'PUT /faults') {
    const settings = parseFaultSettings(body);
    if (settings === null) return refusal(400, 'unknown fault or value');
    sandbox.faults.reset();
    sandbox.faults.set(settings);
    return jsonAnswer(200, sandbox.faults.current());
  }
  if (call === 'POST /webhooks/redeliver') {
    await sandbox.redeliver();
    return jsonAnswer(200, sandbox.deliveries());
  }
  if (call === 'POST /webhooks/send') {
    const forged = forgedBody.safeParse(body);
    if (!forged.success) return refusal(400, 'the body must be {event, object}');
    return jsonAnswer(200, { status: await sandbox.sendWebhook(forged.data.event, forged.data.object) });
  }

  if (call === 'PUT /shops') {
    const shop = shopBody.safeParse(body);
    if (!shop.success) return refusal(400, 'the body must be {shop_id, secret_key, webhook_url}');
    const { shop_id: shopId, secret_key: secretKey, webhook_url: webhookUrl } = shop.data;
    sandbox.setShop({ shopId, secretKey, webhookUrl });
    return jsonAnswer(200, { shop_id: shopId });
  }

  const [, id = '', action] = /^\/payments\/([^/]+)\/(pay|decline|expire|tamper)$/.exec(path) ?? [];
  if (action === undefined) return refusal(404, 'there is no such control');
  if (req.method !== 'POST') return refusal(405, 'controls are called with POST');
  try {
    return jsonAnswer(200, act(sandbox, id, action, body));
  } catch (error) {
    if (error instanceof SandboxPaymentError) return refusal(409, error.message);
    if (error instanceof z.ZodError) return refusal(400, z.prettifyError(error));
    throw error;
  }
}

function act(sandbox: YookassaSandbox, id: string, action: string, body: unknown) {
  if (action === 'pay') return sandbox.pay(id, payBody.parse(body).card);
  if (action === 'decline') return sandbox.decline(id, declineBody.parse(body).reason);
  if (action === 'tamper') return sandbox.tamper(id, tamperBody.parse(body));
  return sandbox.expire(id);
}
