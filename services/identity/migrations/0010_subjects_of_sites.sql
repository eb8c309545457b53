CREATE TABLE "identity"."subject_consent_states" (
	"subject_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"version" text NOT NULL,
	"accepted" boolean NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "subject_consent_states_subject_id_document_id_pk" PRIMARY KEY("subject_id","document_id")
);
--> statement-breakpoint
CREATE INDEX "consent_ledger_of_subject" ON "identity"."consent_ledger" USING btree ("subject_id","seq") WHERE "identity"."consent_ledger"."user_id" IS NULL;