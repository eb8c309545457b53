import { billing, catalog, identity, social } from '@platform/contracts';
import { type Consumer, consume } from '@platform/runtime';
import type { App } from './app.ts';
import { beginErasure } from './erasure/begin-erasure.ts';
import { projectDeviceChange } from './projections/project-device-change.ts';
import { projectGrant, projectNewTerm, projectRevocation } from './projections/project-grant.ts';
import {
  projectPaymentCanceled,
  projectPaymentCreated,
  projectPaymentSucceeded,
  projectRefund,
} from './projections/project-payment.ts';
import { projectPost } from './projections/project-post.ts';
import { projectRegistration } from './projections/project-registration.ts';

/** Consumers of events of other services. Events come in any order, and may come again. */
export const consumers = ({ clock }: App): Consumer[] => [
  consume('project-registration', identity.events.userRegistered, (tx, event) =>
    projectRegistration(tx, event, clock.now()),
  ),
  consume('project-device', identity.events.deviceRegistered, (tx, event) =>
    projectDeviceChange(tx, event, true, clock.now()),
  ),
  consume('project-device-revocation', identity.events.deviceRevoked, (tx, event) =>
    projectDeviceChange(tx, event, false, clock.now()),
  ),
  consume('project-payment', billing.events.paymentCreated, (tx, event) =>
    projectPaymentCreated(tx, event, clock.now()),
  ),
  consume('project-purchase', billing.events.paymentSucceeded, (tx, event) =>
    projectPaymentSucceeded(tx, event, clock.now()),
  ),
  consume('project-cancellation', billing.events.paymentCanceled, (tx, event) =>
    projectPaymentCanceled(tx, event, clock.now()),
  ),
  consume('project-refund', billing.events.paymentRefunded, (tx, event) => projectRefund(tx, event, clock.now())),
  consume('project-grant', catalog.events.entitlementGranted, (tx, event) => projectGrant(tx, event, clock.now())),
  consume('project-new-term', catalog.events.entitlementRescheduled, (tx, event) =>
    projectNewTerm(tx, event, clock.now()),
  ),
  consume('project-grant-revocation', catalog.events.entitlementRevoked, (tx, event) =>
    projectRevocation(tx, event, clock.now()),
  ),
  consume('project-post', social.events.socialPostPublished, (tx, event) => projectPost(tx, event)),
  consume('begin-erasure', identity.events.userErased, (tx, event) => beginErasure(tx, event, clock.now())),
];
