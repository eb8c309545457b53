import { egressPolicies } from './egress-policies.ts';
import type { Policy, Rendering } from './kubernetes-rendering.ts';
import { networkPolicies } from './network-policies.ts';
import { podPolicies } from './pod-policies.ts';
import { referencePolicies } from './reference-policies.ts';

/** The rules that a cluster with strict admission has, and those of this platform. */
export const policies: readonly Policy[] = [
  ...podPolicies,
  ...networkPolicies,
  ...egressPolicies,
  ...referencePolicies,
];

/** Each breach of a policy as a sentence that names the object and the rule. */
export const policyViolations = (rendering: Rendering): string[] =>
  policies.flatMap(({ rule, brokenBy }) => brokenBy(rendering).map((object) => `${object} breaks the rule: ${rule}`));
