CREATE TABLE "identity"."consent_chain_heads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_type" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"day" date NOT NULL,
	"seq" bigint NOT NULL,
	"head_hash" text NOT NULL,
	"token" text NOT NULL,
	"signed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "identity"."users" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "consent_chain_heads_one_per_day" ON "identity"."consent_chain_heads" USING btree ("owner_type","owner_id","day");--> statement-breakpoint
CREATE INDEX "consent_ledger_of_user" ON "identity"."consent_ledger" USING btree ("user_id","seq");--> statement-breakpoint
CREATE TRIGGER "consent_chain_heads_append_only" BEFORE UPDATE OR DELETE ON "identity"."consent_chain_heads" FOR EACH ROW EXECUTE FUNCTION "identity"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "consent_chain_heads_no_truncate" BEFORE TRUNCATE ON "identity"."consent_chain_heads" FOR EACH STATEMENT EXECUTE FUNCTION "identity"."refuse_change"();--> statement-breakpoint
DO $$
BEGIN
	IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'identity') THEN
		REVOKE UPDATE, DELETE, TRUNCATE ON "identity"."consent_chain_heads" FROM "identity";
	END IF;
END
$$;
