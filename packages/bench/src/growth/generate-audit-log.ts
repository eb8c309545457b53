import type { GeneratorStatement } from './generator-statement.ts';

/**
 * One record for each person, of five administrators: changes of a user, of a plan and of a flag. A trigger
 * of the schema writes the targets.
 */
export const auditLogStatements: GeneratorStatement[] = [
  {
    what: 'audit log',
    text: `INSERT INTO identity.audit_log (id, occurred_at, application_id, action, admin_id, admin_email, admin_role, target,
             target_ids, before, after, changed, client_ip, user_agent, request_id)
      SELECT uuidv7(at - now()), at, $1, action, ('00000000-0000-7000-8000-00000000000' || n % 5)::uuid, 'a' || n % 5 || '@example.com',
             'admin', jsonb_build_object('application_id', $1, name, target), ARRAY[lower($1), lower(target)],
             jsonb_build_object('title', repeat('a', 120)), jsonb_build_object('title', repeat('b', 120)), '{title}', '203.0.113.' || n % 200,
             'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)', 'generated-' || n
      FROM (SELECT n, at,
                   (ARRAY['grantEntitlements','updatePlan','updateFeature','refundPayment'])[1 + n % 4] AS action,
                   (ARRAY['user_id','plan_id','code','payment_id'])[1 + n % 4] AS name,
                   (ARRAY[user_id::text, 'plan-' || n % 9, 'flag_' || n % 40, first_payment::text])[1 + n % 4] AS target
              FROM bench.people) AS changes ORDER BY n`,
  },
];
