import { ApplicationIdParams, idOf } from '../fields.ts';

/** A plan of an application, as a path names it. */
export const PlanParams = ApplicationIdParams.extend({
  plan_id: idOf('plan_id', 'Id of the plan'),
});
