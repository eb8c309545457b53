CREATE TABLE "analytics"."paid_hours" (
	"application_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"begun" integer NOT NULL,
	"ended" integer NOT NULL,
	CONSTRAINT "paid_hours_application_id_hour_pk" PRIMARY KEY("application_id","hour")
);
--> statement-breakpoint
CREATE TABLE "analytics"."stale_paid_hours" (
	"application_id" uuid NOT NULL,
	"user_id" uuid,
	"hour" timestamp with time zone,
	"noted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "stale_paid_hours_first" ON "analytics"."stale_paid_hours" USING btree ("application_id") WHERE noted_at IS NULL;--> statement-breakpoint
CREATE INDEX "payments_starting" ON "analytics"."payments" USING btree ("application_id","starts_at") WHERE succeeded_at IS NOT NULL;--> statement-breakpoint
-- A trigger and no statement of the service: the previous release changes payments while this one is rolled out.
CREATE FUNCTION "analytics"."note_paid_hours"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "analytics"."stale_paid_hours" ("application_id", "user_id", "noted_at") VALUES (NEW."application_id", NEW."user_id", now());
	IF TG_OP = 'UPDATE' THEN
		INSERT INTO "analytics"."stale_paid_hours" ("application_id", "hour", "noted_at")
		SELECT DISTINCT OLD."application_id", date_trunc('hour', moment, 'UTC'), now()
		FROM unnest(ARRAY[OLD."starts_at", OLD."expires_at", OLD."fully_refunded_at"]) AS moment WHERE moment IS NOT NULL;
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
-- safe for the release before: they only fill a table that the next release reads.
CREATE TRIGGER "payments_note_paid_hours" AFTER INSERT ON "analytics"."payments" FOR EACH ROW
WHEN (NEW."starts_at" IS NOT NULL) EXECUTE FUNCTION "analytics"."note_paid_hours"();--> statement-breakpoint
-- safe for the release before: as above.
CREATE TRIGGER "payments_note_changed_paid_hours" AFTER UPDATE ON "analytics"."payments" FOR EACH ROW
WHEN (OLD."user_id" IS DISTINCT FROM NEW."user_id" OR OLD."succeeded_at" IS DISTINCT FROM NEW."succeeded_at"
	OR OLD."starts_at" IS DISTINCT FROM NEW."starts_at" OR OLD."expires_at" IS DISTINCT FROM NEW."expires_at"
	OR OLD."fully_refunded_at" IS DISTINCT FROM NEW."fully_refunded_at")
EXECUTE FUNCTION "analytics"."note_paid_hours"();--> statement-breakpoint
INSERT INTO "analytics"."stale_paid_hours" ("application_id", "hour")
SELECT "application_id", date_trunc('hour', "starts_at", 'UTC') FROM "analytics"."payments" WHERE "succeeded_at" IS NOT NULL AND "starts_at" IS NOT NULL
UNION SELECT "application_id", date_trunc('hour', "expires_at", 'UTC') FROM "analytics"."payments" WHERE "succeeded_at" IS NOT NULL AND "expires_at" IS NOT NULL
UNION SELECT "application_id", date_trunc('hour', "fully_refunded_at", 'UTC') FROM "analytics"."payments" WHERE "succeeded_at" IS NOT NULL AND "fully_refunded_at" IS NOT NULL;
