CREATE TABLE "analytics"."events_since" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- What may have been dropped before anybody wrote it down: of everything that was counted, what is past the retention of today.
INSERT INTO "analytics"."events_since" ("owner_id", "since")
SELECT counted.owner_id, date_trunc('day', now(), 'UTC') - coalesce(settings.retention_days, 730) * interval '24 hours'
FROM (
	-- From one owner to the next in the index, without reading every row.
	WITH RECURSIVE found AS (
		(SELECT owner_id FROM "analytics"."rollups" ORDER BY owner_id LIMIT 1)
		UNION ALL
		SELECT (SELECT r.owner_id FROM "analytics"."rollups" AS r WHERE r.owner_id > found.owner_id ORDER BY 1 LIMIT 1)
		FROM found WHERE found.owner_id IS NOT NULL
	)
	SELECT owner_id FROM found WHERE owner_id IS NOT NULL
) AS counted LEFT JOIN "analytics"."application_settings" AS settings ON settings.application_id = counted.owner_id;--> statement-breakpoint
-- Drops the weeks of one table that are over before a day. To drop a partition stops everybody who comes to the table after it,
-- until all who read it are done: so it waits a moment only, and the service tries again.
CREATE FUNCTION "analytics"."drop_partitions_before"(parent text, day date) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET lock_timeout = '200ms' AS $$
DECLARE
	leaf record;
	dropped integer := 0;
BEGIN
	IF parent NOT IN ('events', 'site_events') THEN
		RAISE EXCEPTION 'no table with partitions: %', parent;
	END IF;
	IF day > current_date - 28 THEN
		RAISE EXCEPTION 'partitions of the last four weeks are never dropped';
	END IF;
	FOR leaf IN
		SELECT child.relname FROM pg_inherits
		JOIN pg_class child ON child.oid = inhrelid
		WHERE inhparent = format('analytics.%I', parent)::regclass
		AND to_date(right(child.relname, 8), 'YYYYMMDD') + 7 <= day
	LOOP
		EXECUTE format('DROP TABLE analytics.%I', leaf.relname);
		dropped := dropped + 1;
	END LOOP;
	RETURN dropped;
END
$$;--> statement-breakpoint
-- The release before calls this one, which drops weeks of both tables.
ALTER FUNCTION "analytics"."drop_partitions_before"(date) SET lock_timeout = '200ms';--> statement-breakpoint
REVOKE ALL ON FUNCTION "analytics"."drop_partitions_before"(text, date) FROM PUBLIC;--> statement-breakpoint
DO $$
BEGIN
	IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'analytics') THEN
		GRANT EXECUTE ON FUNCTION "analytics"."drop_partitions_before"(text, date) TO "analytics";
	END IF;
END
$$;
