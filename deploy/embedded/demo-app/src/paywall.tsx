import { usePaywall, usePlatform } from '@platform/client/react';
import { useCallback, useState } from 'react';
import { announce } from './announcement.tsx';
import { ConsentBoxes, labelsOf } from './consent-boxes.tsx';
import { Failure } from './failure.tsx';
import { Loading } from './loading.tsx';
import { money, type Offer, termOf } from './price.ts';
import { useLoaded, useWork } from './work.ts';

/** The plans that an administrator put on the paywall, and the way to the payment page. */
export function Paywall({ onPaid }: { onPaid: () => void }) {
  const client = usePlatform();
  const { paywall, error } = usePaywall('main');
  const documents = useLoaded(useCallback(() => client.legal.form('checkout'), [client]));
  const [chosen, setChosen] = useState<string | null>(null);
  const offers = paywall?.paywall_items.filter(({ plan_prices }) => plan_prices.requires_purchase) ?? [];
  const offer =
    offers.find((one) => one.plan_price_id === chosen) ?? offers.find((one) => one.is_recommended) ?? offers[0];

  const pay = useWork(async (form: HTMLFormElement) => {
    if (!offer || !documents.value) return;
    const consents = documents.value.accept(labelsOf(documents.value, form));
    const order = { plan_price_id: offer.plan_price_id, return_url: `${location.origin}/`, consents };
    const { confirmation_url } = await client.checkout.start(order).catch((problem: unknown) => {
      documents.reload();
      throw problem;
    });
    announce('The payment page opens.');
    if (confirmation_url === null) return onPaid();
    // The page that the person returns to asks for the outcome, and so does a reload before.
    location.assign(confirmation_url);
  });

  return (
    <section id="plans" className="card wide" aria-labelledby="plans-title">
      <h2 id="plans-title">{paywall?.title ?? 'Plans'}</h2>
      {paywall?.subtitle && <p>{paywall.subtitle}</p>}
      <Failure error={error} retry={() => location.reload()} />
      {!paywall && !error && <Loading />}
      {paywall && offers.length === 0 && <p className="muted">Nothing is on sale at the moment.</p>}
      {paywall && paywall.source !== 'network' && <p className="muted">These prices are from your last visit.</p>}
      {offer && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            pay.run(event.currentTarget);
          }}
        >
          <fieldset className="offers">
            <legend>Choose a plan</legend>
            {offers.map((choice) => (
              <OfferCard key={choice.plan_price_id} offer={choice} isChosen={choice === offer} onChoose={setChosen} />
            ))}
          </fieldset>
          <Failure error={documents.error} retry={documents.reload} />
          {documents.value && <ConsentBoxes form={documents.value} />}
          <Failure error={pay.error} />
          <button type="submit" className="primary" aria-disabled={pay.isRunning || !documents.value}>
            {pay.isRunning
              ? 'Opening the payment page…'
              : `Pay ${money(offer.plan_prices.amount, offer.plan_prices.currency)}`}
          </button>
        </form>
      )}
    </section>
  );
}

function OfferCard(props: { offer: Offer; isChosen: boolean; onChoose: (id: string) => void }) {
  const { offer, isChosen, onChoose } = props;
  const { amount, compare_at_amount, currency } = offer.plan_prices;
  return (
    <label className="offer">
      <input
        type="radio"
        name="offer"
        value={offer.plan_price_id}
        checked={isChosen}
        onChange={() => onChoose(offer.plan_price_id)}
      />
      <span className="offer-name">
        {offer.custom_title ?? offer.plan.name} {offer.badge && <span className="badge">{offer.badge}</span>}
      </span>
      <span className="price">
        {compare_at_amount !== null && (
          <s>
            <span className="unseen">instead of </span>
            {money(compare_at_amount, currency)}
          </s>
        )}{' '}
        <strong>{money(amount, currency)}</strong> <span className="muted">{termOf(offer)}</span>
      </span>
      <span className="muted">{offer.plan_entitlements.map(({ name }) => name).join(' · ')}</span>
    </label>
  );
}
