CREATE TABLE "identity"."erasure_pseudonym_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."erasure_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_type" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"person" text NOT NULL,
	"pseudonym" text NOT NULL,
	"erased_at" timestamp with time zone NOT NULL,
	"erased_by" text NOT NULL,
	"admin_id" uuid,
	"reason" text NOT NULL,
	"categories" text[] NOT NULL,
	"receipt" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "identity"."legal_documents" ADD COLUMN "draft_checkbox_text" text;--> statement-breakpoint
ALTER TABLE "identity"."legal_documents" ADD COLUMN "published_checkbox_text" text;--> statement-breakpoint
ALTER TABLE "identity"."legal_documents" ADD COLUMN "published_editorial" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "identity"."legal_documents" ADD COLUMN "published_effective_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "identity"."legal_documents" ADD COLUMN "published_change_note" text;--> statement-breakpoint
ALTER TABLE "identity"."legal_documents" ADD COLUMN "reconsent_version" text;--> statement-breakpoint
ALTER TABLE "identity"."legal_revisions" ADD COLUMN "checkbox_text" text;--> statement-breakpoint
ALTER TABLE "identity"."legal_revisions" ADD COLUMN "editorial" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "identity"."legal_revisions" ADD COLUMN "effective_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "identity"."legal_revisions" ADD COLUMN "change_note" text;--> statement-breakpoint
ALTER TABLE "identity"."consent_states" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "identity"."subject_consent_states" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "erasure_records_of_owner" ON "identity"."erasure_records" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "erasure_records_of_person" ON "identity"."erasure_records" USING btree ("pseudonym","id");--> statement-breakpoint
CREATE INDEX "erasure_records_by_time" ON "identity"."erasure_records" USING btree ("erased_at");--> statement-breakpoint
CREATE INDEX "consent_states_of_document" ON "identity"."consent_states" USING btree ("document_id","user_id") WHERE "identity"."consent_states"."accepted";--> statement-breakpoint
CREATE INDEX "consent_states_withdrawn" ON "identity"."consent_states" USING btree ("document_id","user_id") WHERE "identity"."consent_states"."withdrawn_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "subject_consent_states_withdrawn" ON "identity"."subject_consent_states" USING btree ("document_id","subject_id") WHERE "identity"."subject_consent_states"."withdrawn_at" IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER "erasure_records_append_only" BEFORE UPDATE OR DELETE ON "identity"."erasure_records" FOR EACH ROW EXECUTE FUNCTION "identity"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "erasure_records_no_truncate" BEFORE TRUNCATE ON "identity"."erasure_records" FOR EACH STATEMENT EXECUTE FUNCTION "identity"."refuse_change"();--> statement-breakpoint
-- An answer that is no acceptance may be a first refusal: the ledger says whether an acceptance came before it.
UPDATE "identity"."consent_states" AS state SET "withdrawn_at" = state."updated_at" WHERE NOT state."accepted"
	AND EXISTS (SELECT FROM "identity"."consent_ledger" AS entry WHERE entry."user_id" = state."user_id" AND entry."document_id" = state."document_id" AND entry."accepted");--> statement-breakpoint
UPDATE "identity"."subject_consent_states" AS state SET "withdrawn_at" = state."updated_at" WHERE NOT state."accepted"
	AND EXISTS (SELECT FROM "identity"."consent_ledger" AS entry WHERE entry."subject_id" = state."subject_id" AND entry."user_id" IS NULL AND entry."document_id" = state."document_id" AND entry."accepted");--> statement-breakpoint
DO $$
BEGIN
	IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'identity') THEN
		REVOKE UPDATE, DELETE, TRUNCATE ON "identity"."erasure_records" FROM "identity";
	END IF;
END
$$;
