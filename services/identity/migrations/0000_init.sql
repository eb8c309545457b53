CREATE SCHEMA IF NOT EXISTS "identity";
--> statement-breakpoint
CREATE TABLE "identity"."admin_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."admins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."consent_chains" (
	"owner_type" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"head_hash" text NOT NULL,
	CONSTRAINT "consent_chains_owner_type_owner_id_pk" PRIMARY KEY("owner_type","owner_id")
);
--> statement-breakpoint
CREATE TABLE "identity"."consent_ledger" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_type" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"subject_id" uuid NOT NULL,
	"user_id" uuid,
	"document_id" uuid NOT NULL,
	"doc_kind" text NOT NULL,
	"version" text NOT NULL,
	"content_hash" text NOT NULL,
	"checkbox_text" text NOT NULL,
	"accepted" boolean NOT NULL,
	"source" text NOT NULL,
	"platform" text,
	"metadata" jsonb NOT NULL,
	"reference" text,
	"email_ciphertext" text,
	"ip_ciphertext" text,
	"user_agent_ciphertext" text,
	"recorded_at" timestamp with time zone NOT NULL,
	"prev_hash" text NOT NULL,
	"entry_hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."consent_states" (
	"user_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"version" text NOT NULL,
	"accepted" boolean NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "consent_states_user_id_document_id_pk" PRIMARY KEY("user_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "identity"."dead_letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"consumer" text NOT NULL,
	"envelope" jsonb NOT NULL,
	"error" text NOT NULL,
	"attempts" integer NOT NULL,
	"failed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."idempotency_keys" (
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
CREATE TABLE "identity"."inbox" (
	"consumer" text NOT NULL,
	"event_id" uuid NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_consumer_event_id_pk" PRIMARY KEY("consumer","event_id")
);
--> statement-breakpoint
CREATE TABLE "identity"."legal_bodies" (
	"content_hash" text PRIMARY KEY NOT NULL,
	"body" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."legal_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_type" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"doc_kind" text NOT NULL,
	"draft_title" text NOT NULL,
	"draft_body" text NOT NULL,
	"published_version" text,
	"published_title" text,
	"published_hash" text,
	"published_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."legal_revisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"document_id" uuid NOT NULL,
	"version" text NOT NULL,
	"title" text NOT NULL,
	"content_hash" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"published_by" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"envelope" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."subject_keys" (
	"subject_id" uuid PRIMARY KEY NOT NULL,
	"sealed_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text,
	"display_name" text,
	"avatar_url" text,
	"timezone" text,
	"display_name_edited" boolean DEFAULT false NOT NULL,
	"avatar_url_edited" boolean DEFAULT false NOT NULL,
	"timezone_edited" boolean DEFAULT false NOT NULL,
	"platform" text,
	"country_code" text,
	"city" text,
	"utm_source" text,
	"utm_medium" text,
	"utm_campaign" text,
	"acquisition_source" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "identity"."admin_sessions" ADD CONSTRAINT "admin_sessions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "identity"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."legal_documents" ADD CONSTRAINT "legal_documents_published_hash_legal_bodies_content_hash_fk" FOREIGN KEY ("published_hash") REFERENCES "identity"."legal_bodies"("content_hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."legal_revisions" ADD CONSTRAINT "legal_revisions_document_id_legal_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "identity"."legal_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."legal_revisions" ADD CONSTRAINT "legal_revisions_content_hash_legal_bodies_content_hash_fk" FOREIGN KEY ("content_hash") REFERENCES "identity"."legal_bodies"("content_hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "admin_sessions_one_per_token" ON "identity"."admin_sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "admin_sessions_of_admin" ON "identity"."admin_sessions" USING btree ("admin_id");--> statement-breakpoint
CREATE UNIQUE INDEX "admins_one_per_email" ON "identity"."admins" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "consent_ledger_chain" ON "identity"."consent_ledger" USING btree ("owner_type","owner_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "consent_ledger_reference" ON "identity"."consent_ledger" USING btree ("subject_id","reference","document_id","version") WHERE "identity"."consent_ledger"."reference" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "identity"."idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "inbox_received_at_index" ON "identity"."inbox" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "legal_documents_one_per_kind" ON "identity"."legal_documents" USING btree ("owner_type","owner_id","doc_kind");--> statement-breakpoint
CREATE UNIQUE INDEX "legal_revisions_one_per_version" ON "identity"."legal_revisions" USING btree ("document_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "users_one_per_subject" ON "identity"."users" USING btree ("application_id","issuer","subject");--> statement-breakpoint
CREATE INDEX "users_newest" ON "identity"."users" USING btree ("application_id","id");--> statement-breakpoint
CREATE INDEX "users_by_email" ON "identity"."users" USING btree ("application_id",lower("email") text_pattern_ops);--> statement-breakpoint
-- What was accepted and what was published is evidence: rows are added and never touched again, by whomever.
CREATE FUNCTION "identity"."refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '%.% is append-only: % refused', TG_TABLE_SCHEMA, TG_TABLE_NAME, TG_OP USING ERRCODE = 'integrity_constraint_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER "consent_ledger_append_only" BEFORE UPDATE OR DELETE ON "identity"."consent_ledger" FOR EACH ROW EXECUTE FUNCTION "identity"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "consent_ledger_no_truncate" BEFORE TRUNCATE ON "identity"."consent_ledger" FOR EACH STATEMENT EXECUTE FUNCTION "identity"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "legal_revisions_append_only" BEFORE UPDATE OR DELETE ON "identity"."legal_revisions" FOR EACH ROW EXECUTE FUNCTION "identity"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "legal_revisions_no_truncate" BEFORE TRUNCATE ON "identity"."legal_revisions" FOR EACH STATEMENT EXECUTE FUNCTION "identity"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "legal_bodies_append_only" BEFORE UPDATE OR DELETE ON "identity"."legal_bodies" FOR EACH ROW EXECUTE FUNCTION "identity"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "legal_bodies_no_truncate" BEFORE TRUNCATE ON "identity"."legal_bodies" FOR EACH STATEMENT EXECUTE FUNCTION "identity"."refuse_change"();--> statement-breakpoint
-- The service's own role has not even the right. Where one role does everything there is none of this name, and the
-- triggers stand alone. (legal_bodies is referenced: checking a foreign key locks its row, which needs the UPDATE right.)
DO $$
BEGIN
	IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'identity') THEN
		REVOKE UPDATE, DELETE, TRUNCATE ON "identity"."consent_ledger", "identity"."legal_revisions" FROM "identity";
	END IF;
END
$$;
