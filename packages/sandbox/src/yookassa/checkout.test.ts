import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Fixture, startFixture } from './sandbox-fixture.ts';

let f: Fixture;
beforeEach(async () => {
  f = await startFixture();
});
afterEach(() => f.close());

const RETURN_URL = 'https://app.example/return?from=shop';

async function page(id: string, language = 'en'): Promise<{ status: number; html: string; headers: Headers }> {
  const response = await fetch(`${f.mount}/checkout/${id}`, { headers: { 'accept-language': language } });
  return { status: response.status, html: await response.text(), headers: response.headers };
}

function submit(id: string, card: string): Promise<Response> {
  const body = new URLSearchParams({ card });
  return fetch(`${f.mount}/checkout/${id}`, { method: 'POST', body, redirect: 'manual' });
}

describe('the checkout page', () => {
  test('shows amount, description, shop and the buttons, in English and Russian', async () => {
    const { id } = await f.create();
    const english = await page(id);
    for (const part of ['RUB', '990.00', 'Plan Pro, 1 month', '100500', 'data-testid="pay-success"', 'lang="en"']) {
      expect(english.html).toContain(part);
    }
    for (const button of ['pay-insufficient-funds', 'pay-3d-secure-failed', 'pay-general-decline', 'pay-card']) {
      expect(english.html).toContain(`data-testid="${button}"`);
    }
    const russian = await page(id, 'de, ru-RU;q=0.9, en;q=0.8');
    expect(russian.html).toContain('Оплатить');
    expect(russian.html).toContain('lang="ru"');
  });

  test('has a strict policy, no script and nothing from elsewhere', async () => {
    const { html, headers } = await page((await f.create()).id);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action /,
    );
    expect(html).not.toMatch(/<script|src=|<link|url\(/);
  });

  test('escapes what the shop sent', async () => {
    const { id } = await f.create({
      description: '<script>alert("x")</script>',
      confirmation: { type: 'redirect', return_url: 'https://app.example/?a="><script>' },
    });
    expect((await page(id)).html).not.toContain('<script>');
    f.sandbox.pay(id);
    expect((await page(id)).html).not.toMatch(/<script>|\?a="/);
  });

  test.each([
    ['5555555555554477', 'succeeded'],
    ['5555 5555 5555 4600', 'canceled'],
  ])('goes back to return_url as it is after the card %s: %s', async (card, status) => {
    const { id } = await f.create();
    const response = await submit(id, card);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(RETURN_URL);
    expect(f.sandbox.payments()[0]?.status).toBe(status);
  });

  test('asks again for an unknown card and leaves the payment pending', async () => {
    const { id } = await f.create();
    const response = await submit(id, '1234 5678');
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('data-testid="unknown-card"');
    expect(f.sandbox.payments()[0]?.status).toBe('pending');
  });

  test('pays once when it is submitted twice', async () => {
    const { id } = await f.create();
    await submit(id, '5555555555554477');
    const again = await submit(id, '5555555555554600');
    expect([again.status, again.headers.get('location')]).toEqual([303, RETURN_URL]);
    expect(f.sandbox.payments()[0]?.status).toBe('succeeded');
    await f.sandbox.flush();
    expect(f.received).toHaveLength(1);
  });

  test('says that a payment is over and links back', async () => {
    const paid = await f.create();
    f.sandbox.pay(paid.id);
    expect((await page(paid.id)).html).toMatch(
      /data-status="succeeded"[\s\S]*href="https:\/\/app.example\/return\?from=shop"/,
    );
    const late = await f.create();
    f.clock.advance(60 * 60 * 1000);
    const { html } = await page(late.id);
    expect(html).toContain('expired_on_confirmation');
    expect(html).not.toContain('pay-success');
  });

  test('shows whatever amount the API reports', async () => {
    const { id } = await f.create();
    f.sandbox.tamper(id, { amount: '1.00', currency: '<b>' });
    expect((await page(id)).html).toContain('1.00 &lt;b&gt;');
  });

  test('does not know an unknown payment', async () => {
    expect((await page('unknown')).status).toBe(404);
    expect((await fetch(`${f.mount}/checkout/unknown`, { method: 'DELETE' })).status).toBe(405);
  });
});
