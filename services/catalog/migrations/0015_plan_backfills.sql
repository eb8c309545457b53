CREATE TABLE "catalog"."plan_backfill_codes" (
	"plan_id" uuid NOT NULL,
	"code" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "plan_backfill_codes_plan_id_code_pk" PRIMARY KEY("plan_id","code")
);
--> statement-breakpoint
CREATE TABLE "catalog"."plan_backfills" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"state" text NOT NULL,
	"entitlement_codes" text[] NOT NULL,
	"owners_total" integer,
	"owners_done" integer DEFAULT 0 NOT NULL,
	"admin_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"lease_until" timestamp with time zone,
	"lease_fence" bigint DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "catalog"."grants" ADD COLUMN "added_codes" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "plan_backfills_plan_id_id_index" ON "catalog"."plan_backfills" USING btree ("plan_id","id");--> statement-breakpoint
CREATE INDEX "plan_backfills_due" ON "catalog"."plan_backfills" USING btree ("due_at") WHERE due_at IS NOT NULL;