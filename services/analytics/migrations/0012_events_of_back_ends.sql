ALTER TABLE "analytics"."events" ADD COLUMN "from_back_end" boolean;--> statement-breakpoint
-- The index by name of later partitions has the new column, so that active users are counted from the index alone. The index of an
-- earlier one stays: to make it again would stop its writers.
CREATE OR REPLACE FUNCTION "analytics"."ensure_partitions"(first date, last date) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
DECLARE
	parent text;
	leaf text;
	week date := date_trunc('week', first)::date;
	made integer := 0;
BEGIN
	IF last - first > 800 THEN
		RAISE EXCEPTION 'too many partitions at once';
	END IF;
	PERFORM pg_advisory_xact_lock(hashtextextended('analytics.partitions', 0));
	WHILE week <= last LOOP
		FOREACH parent IN ARRAY ARRAY['events', 'site_events'] LOOP
			leaf := parent || '_' || to_char(week, 'YYYYMMDD');
			CONTINUE WHEN to_regclass(format('analytics.%I', leaf)) IS NOT NULL;
			EXECUTE format('CREATE TABLE analytics.%I (LIKE analytics.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', leaf, parent);
			IF parent = 'events' THEN
				EXECUTE format('CREATE UNIQUE INDEX %I ON analytics.%I (application_id, event_id)', leaf || '_once', leaf);
				EXECUTE format('CREATE INDEX %I ON analytics.%I (application_id, event, occurred_at) INCLUDE (user_id, from_back_end)', leaf || '_by_name', leaf);
			ELSE
				EXECUTE format('CREATE UNIQUE INDEX %I ON analytics.%I (site_id, event_id)', leaf || '_once', leaf);
			END IF;
			EXECUTE format('CREATE INDEX %I ON analytics.%I USING brin (occurred_at)', leaf || '_time', leaf);
			-- Attached, and not made in place: that would stop every reader and writer of the parent.
			EXECUTE format('ALTER TABLE analytics.%I ATTACH PARTITION analytics.%I FOR VALUES FROM (%L) TO (%L)',
				parent, leaf, week::timestamptz, (week + 7)::timestamptz);
			made := made + 1;
		END LOOP;
		week := week + 7;
	END LOOP;
	RETURN made;
END
$$;
