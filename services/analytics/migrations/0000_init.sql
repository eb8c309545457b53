CREATE SCHEMA IF NOT EXISTS "analytics";
--> statement-breakpoint
CREATE TABLE "analytics"."application_settings" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"retention_days" integer DEFAULT 730 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics"."dead_letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"consumer" text NOT NULL,
	"envelope" jsonb NOT NULL,
	"error" text NOT NULL,
	"attempts" integer NOT NULL,
	"failed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics"."device_changes" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"is_active" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics"."erasures" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"pseudonym" uuid NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"first_pass_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "analytics"."event_names" (
	"application_id" uuid NOT NULL,
	"event" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "event_names_application_id_event_pk" PRIMARY KEY("application_id","event")
);
--> statement-breakpoint
CREATE TABLE "analytics"."events" (
	"application_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"event" text NOT NULL,
	"user_id" uuid NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"installation_id" uuid,
	"platform" text,
	"app_version" text,
	"country_code" text,
	"city" text,
	"timezone" text,
	"properties" jsonb
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
CREATE TABLE "analytics"."grants" (
	"grant_id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"plan_code" text,
	"starts_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"granted_at" timestamp with time zone,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "analytics"."idempotency_keys" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"body" text,
	"created_at" timestamp with time zone NOT NULL,
	"locked_until" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_scope_key_pk" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
CREATE TABLE "analytics"."inbox" (
	"consumer" text NOT NULL,
	"event_id" uuid NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_consumer_event_id_pk" PRIMARY KEY("consumer","event_id")
);
--> statement-breakpoint
CREATE TABLE "analytics"."ingest_counts" (
	"application_id" uuid NOT NULL,
	"day" date NOT NULL,
	"outcome" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "ingest_counts_application_id_day_outcome_pk" PRIMARY KEY("application_id","day","outcome")
);
--> statement-breakpoint
CREATE TABLE "analytics"."outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"envelope" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics"."payments" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"plan_code" text,
	"amount" numeric(12, 2),
	"currency" text,
	"channel" text,
	"created_at" timestamp with time zone,
	"succeeded_at" timestamp with time zone,
	"canceled_at" timestamp with time zone,
	"starts_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"fully_refunded_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "analytics"."refunds" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"currency" text NOT NULL,
	"refunded_at" timestamp with time zone NOT NULL,
	"is_full" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics"."rollup_hours" (
	"owner_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"events" bigint NOT NULL,
	"uniques" integer NOT NULL,
	CONSTRAINT "rollup_hours_owner_id_hour_pk" PRIMARY KEY("owner_id","hour")
);
--> statement-breakpoint
CREATE TABLE "analytics"."rollups" (
	"owner_id" uuid NOT NULL,
	"grain" text NOT NULL,
	"dimension" text NOT NULL,
	"starts_on" date NOT NULL,
	"value" text NOT NULL,
	"events" bigint NOT NULL,
	"uniques" integer NOT NULL,
	"sketch" "bytea",
	CONSTRAINT "rollups_owner_id_grain_dimension_starts_on_value_pk" PRIMARY KEY("owner_id","grain","dimension","starts_on","value")
);
--> statement-breakpoint
CREATE TABLE "analytics"."site_events" (
	"site_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"event" text NOT NULL,
	"visitor_id" uuid NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"path" text NOT NULL,
	"referrer_host" text,
	"utm_source" text,
	"utm_medium" text,
	"utm_campaign" text,
	"utm_term" text,
	"utm_content" text,
	"country_code" text,
	"properties" jsonb
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
CREATE TABLE "analytics"."stale_hours" (
	"owner_id" uuid NOT NULL,
	"owner_kind" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"noted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics"."stale_months" (
	"owner_id" uuid NOT NULL,
	"month" date NOT NULL,
	CONSTRAINT "stale_months_owner_id_month_pk" PRIMARY KEY("owner_id","month")
);
--> statement-breakpoint
CREATE TABLE "analytics"."stale_weeks" (
	"owner_id" uuid NOT NULL,
	"week" date NOT NULL,
	CONSTRAINT "stale_weeks_owner_id_week_pk" PRIMARY KEY("owner_id","week")
);
--> statement-breakpoint
CREATE TABLE "analytics"."user_clients" (
	"application_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"app_version" text,
	"last_event_at" timestamp with time zone NOT NULL,
	CONSTRAINT "user_clients_application_id_user_id_platform_pk" PRIMARY KEY("application_id","user_id","platform")
);
--> statement-breakpoint
CREATE TABLE "analytics"."users" (
	"application_id" uuid NOT NULL,
	"user_id" uuid PRIMARY KEY NOT NULL,
	"registered_at" timestamp with time zone NOT NULL,
	"channel" text,
	"utm_campaign" text,
	"platform" text,
	"country_code" text
);
--> statement-breakpoint
CREATE TABLE "analytics"."visitor_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE INDEX "device_changes_time" ON "analytics"."device_changes" USING btree ("application_id","changed_at");--> statement-breakpoint
CREATE INDEX "grants_of_user" ON "analytics"."grants" USING btree ("application_id","user_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "analytics"."idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "inbox_received_at_index" ON "analytics"."inbox" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "payments_created" ON "analytics"."payments" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_succeeded" ON "analytics"."payments" USING btree ("application_id","succeeded_at");--> statement-breakpoint
CREATE INDEX "payments_canceled" ON "analytics"."payments" USING btree ("application_id","canceled_at");--> statement-breakpoint
CREATE INDEX "payments_expiring" ON "analytics"."payments" USING btree ("application_id","expires_at");--> statement-breakpoint
CREATE INDEX "payments_fully_refunded" ON "analytics"."payments" USING btree ("application_id","fully_refunded_at");--> statement-breakpoint
CREATE INDEX "payments_of_user" ON "analytics"."payments" USING btree ("application_id","user_id");--> statement-breakpoint
CREATE INDEX "refunds_time" ON "analytics"."refunds" USING btree ("application_id","refunded_at");--> statement-breakpoint
CREATE INDEX "stale_hours_of_owner" ON "analytics"."stale_hours" USING btree ("owner_id","hour");--> statement-breakpoint
CREATE INDEX "user_clients_seen" ON "analytics"."user_clients" USING btree ("application_id","last_event_at");--> statement-breakpoint
CREATE INDEX "users_registered" ON "analytics"."users" USING btree ("application_id","registered_at");--> statement-breakpoint
-- Partitions of a week, Monday to Sunday in UTC, made ahead by the service. Its role may write rows and no more, so what
-- makes and drops tables are functions of their owner, which do this one thing.
--
-- The unique index is each partition's own and has no time in it: a client that sends the same event again under another time, or
-- under none, is still found within the week. Across two weeks the service looks before it inserts.
CREATE FUNCTION "analytics"."ensure_partitions"(first date, last date) RETURNS integer
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
				EXECUTE format('CREATE INDEX %I ON analytics.%I (application_id, event, occurred_at) INCLUDE (user_id)', leaf || '_by_name', leaf);
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
$$;--> statement-breakpoint
CREATE FUNCTION "analytics"."drop_partitions_before"(day date) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
DECLARE
	leaf record;
	dropped integer := 0;
BEGIN
	IF day > current_date - 28 THEN
		RAISE EXCEPTION 'partitions of the last four weeks are never dropped';
	END IF;
	FOR leaf IN
		SELECT child.relname FROM pg_inherits
		JOIN pg_class child ON child.oid = inhrelid
		WHERE inhparent IN ('analytics.events'::regclass, 'analytics.site_events'::regclass)
		AND to_date(right(child.relname, 8), 'YYYYMMDD') + 7 <= day
	LOOP
		EXECUTE format('DROP TABLE analytics.%I', leaf.relname);
		dropped := dropped + 1;
	END LOOP;
	RETURN dropped;
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "analytics"."ensure_partitions"(date, date), "analytics"."drop_partitions_before"(date) FROM PUBLIC;--> statement-breakpoint
DO $$
BEGIN
	IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'analytics') THEN
		GRANT EXECUTE ON FUNCTION "analytics"."ensure_partitions"(date, date), "analytics"."drop_partitions_before"(date) TO "analytics";
	END IF;
END
$$;
