import { type Consumer, consumeAll } from '@platform/runtime';
import type { App } from './app.ts';
import { beginErasure, beginMerge } from './erasure/begin-erasure.ts';
import { projectDeviceChange } from './projections/project-device-change.ts';
import { projectGrant, projectNewTerm, projectRestoration, projectRevocation } from './projections/project-grant.ts';
import {
  projectPaymentCanceled,
  projectPaymentCreated,
  projectPaymentSucceeded,
  projectRefund,
} from './projections/project-payment.ts';
import { projectPost } from './projections/project-post.ts';
import { projectRegistration } from './projections/project-registration.ts';
import { projectSite } from './site-zones/project-site.ts';
import { consumes } from './subscriptions.ts';

/** Consumers of events of other services. Events come in any order, and may come again. */
export const consumers = ({ clock }: App): Consumer[] =>
  consumeAll(consumes, {
    'project-registration': (tx, event) => projectRegistration(tx, event, clock.now()),
    'project-device': (tx, event) => projectDeviceChange(tx, event, true, clock.now()),
    'project-device-revocation': (tx, event) => projectDeviceChange(tx, event, false, clock.now()),
    'project-payment': (tx, event) => projectPaymentCreated(tx, event, clock.now()),
    'project-purchase': (tx, event) => projectPaymentSucceeded(tx, event, clock.now()),
    'project-cancellation': (tx, event) => projectPaymentCanceled(tx, event, clock.now()),
    'project-refund': (tx, event) => projectRefund(tx, event, clock.now()),
    'project-grant': (tx, event) => projectGrant(tx, event, clock.now()),
    'project-new-term': (tx, event) => projectNewTerm(tx, event, clock.now()),
    'project-grant-revocation': (tx, event) => projectRevocation(tx, event, clock.now()),
    'project-grant-restoration': (tx, event) => projectRestoration(tx, event, clock.now()),
    'project-post': (tx, event) => projectPost(tx, event),
    'project-new-site': (tx, event) => projectSite(tx, event),
    'project-site': (tx, event) => projectSite(tx, event),
    'begin-erasure': (tx, event) => beginErasure(tx, event, clock.now()),
    'begin-merge': (tx, event) => beginMerge(tx, event, clock.now()),
  });
