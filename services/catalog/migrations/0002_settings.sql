CREATE TABLE "catalog"."setting_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"setting_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"definition" jsonb,
	"admin_id" uuid NOT NULL,
	"admin_email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "setting_versions_version" UNIQUE("setting_id","version")
);
--> statement-breakpoint
CREATE TABLE "catalog"."settings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"definition" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "settings_key" UNIQUE("application_id","kind","key")
);
--> statement-breakpoint
CREATE TABLE "catalog"."settings_revisions" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "catalog"."setting_versions" ADD CONSTRAINT "setting_versions_setting_id_settings_id_fk" FOREIGN KEY ("setting_id") REFERENCES "catalog"."settings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog"."settings" ADD CONSTRAINT "settings_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "catalog"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog"."settings_revisions" ADD CONSTRAINT "settings_revisions_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "catalog"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- What was written when and by whom is a record: rows are added and never touched again.
CREATE FUNCTION "catalog"."refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '%.% is append-only: % refused', TG_TABLE_SCHEMA, TG_TABLE_NAME, TG_OP USING ERRCODE = 'integrity_constraint_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER "setting_versions_append_only" BEFORE UPDATE OR DELETE ON "catalog"."setting_versions" FOR EACH ROW EXECUTE FUNCTION "catalog"."refuse_change"();
