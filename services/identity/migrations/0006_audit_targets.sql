CREATE TABLE "identity"."audit_log_targets" (
	"target_id" text NOT NULL,
	"record_id" uuid NOT NULL,
	CONSTRAINT "audit_log_targets_target_id_record_id_pk" PRIMARY KEY("target_id","record_id")
);
--> statement-breakpoint
CREATE INDEX "consent_ledger_of_document" ON "identity"."consent_ledger" USING btree ("owner_type","owner_id","document_id","seq");--> statement-breakpoint
CREATE INDEX "consent_ledger_by_source" ON "identity"."consent_ledger" USING btree ("owner_type","owner_id","source","seq");--> statement-breakpoint
CREATE INDEX "consent_ledger_refusals" ON "identity"."consent_ledger" USING btree ("owner_type","owner_id","seq") WHERE NOT "identity"."consent_ledger"."accepted";--> statement-breakpoint
-- A trigger and no statement of the service: the previous release writes records while this one is rolled out.
CREATE FUNCTION "identity"."note_audit_targets"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "identity"."audit_log_targets" ("target_id", "record_id") SELECT DISTINCT unnest(NEW."target_ids"), NEW."id";
	RETURN NEW;
END
$$;--> statement-breakpoint
-- safe for the release before: it only fills a table that the next release reads.
CREATE TRIGGER "audit_log_notes_targets" AFTER INSERT ON "identity"."audit_log" FOR EACH ROW EXECUTE FUNCTION "identity"."note_audit_targets"();--> statement-breakpoint
INSERT INTO "identity"."audit_log_targets" ("target_id", "record_id") SELECT DISTINCT unnest("target_ids"), "id" FROM "identity"."audit_log" ON CONFLICT DO NOTHING;--> statement-breakpoint
DO $$
BEGIN
	IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'identity') THEN
		REVOKE UPDATE, DELETE, TRUNCATE ON "identity"."audit_log_targets" FROM "identity";
	END IF;
END
$$;
