CREATE TABLE "identity"."audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"application_id" uuid,
	"action" text NOT NULL,
	"admin_id" uuid NOT NULL,
	"admin_email" text NOT NULL,
	"admin_role" text NOT NULL,
	"target" jsonb NOT NULL,
	"target_ids" text[] NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"changed" text[] NOT NULL,
	"client_ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"request_id" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_log_of_application" ON "identity"."audit_log" USING btree ("application_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_of_admin" ON "identity"."audit_log" USING btree ("admin_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_of_action" ON "identity"."audit_log" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_log_by_time" ON "identity"."audit_log" USING btree ("occurred_at");--> statement-breakpoint
CREATE INDEX "audit_log_of_target" ON "identity"."audit_log" USING gin ("target_ids");--> statement-breakpoint
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE ON "identity"."audit_log" FOR EACH ROW EXECUTE FUNCTION "identity"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "audit_log_no_truncate" BEFORE TRUNCATE ON "identity"."audit_log" FOR EACH STATEMENT EXECUTE FUNCTION "identity"."refuse_change"();--> statement-breakpoint
DO $$
BEGIN
	IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'identity') THEN
		REVOKE UPDATE, DELETE, TRUNCATE ON "identity"."audit_log" FROM "identity";
	END IF;
END
$$;
