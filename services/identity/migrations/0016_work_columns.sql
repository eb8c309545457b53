ALTER TABLE "identity"."ledger_verifications" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "identity"."ledger_verifications" ADD COLUMN "lease_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "identity"."ledger_verifications" ADD COLUMN "lease_fence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "identity"."ledger_verifications" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "ledger_verifications_due" ON "identity"."ledger_verifications" USING btree ("due_at") WHERE due_at IS NOT NULL;--> statement-breakpoint
UPDATE "identity"."ledger_verifications" SET tries = failures,
  due_at = CASE WHEN finished_at IS NULL THEN coalesce(CASE WHEN lease_id IS NULL THEN leased_until END, worked_at, requested_at) END,
  lease_until = CASE WHEN lease_id IS NOT NULL AND finished_at IS NULL THEN leased_until END;--> statement-breakpoint
-- During a rollout replicas of two releases claim verifications: each knows one of the two names of the lease and of the order.
CREATE FUNCTION "identity".sync_verification_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.due_at := CASE WHEN NEW.finished_at IS NULL THEN coalesce(NEW.due_at, NEW.requested_at) END;
    RETURN NEW;
  END IF;
  IF NEW.lease_fence = OLD.lease_fence AND (NEW.lease_id, NEW.leased_until) IS DISTINCT FROM (OLD.lease_id, OLD.leased_until) THEN
    NEW.lease_fence := OLD.lease_fence + CASE WHEN NEW.lease_id <> OLD.lease_id OR OLD.lease_id IS NULL AND NEW.lease_id IS NOT NULL THEN 1 ELSE 0 END;
    NEW.lease_until := CASE WHEN NEW.lease_id IS NOT NULL THEN NEW.leased_until END;
    NEW.due_at := CASE
      WHEN NEW.finished_at IS NOT NULL THEN NULL
      WHEN NEW.lease_id IS NULL THEN coalesce(NEW.leased_until, NEW.worked_at, NEW.requested_at)
      ELSE coalesce(NEW.worked_at, OLD.due_at) END;
    NEW.tries := NEW.failures;
  ELSE
    NEW.lease_id := CASE
      WHEN NEW.lease_until IS NULL THEN NULL
      WHEN NEW.lease_fence = OLD.lease_fence THEN OLD.lease_id
      ELSE gen_random_uuid() END;
    NEW.leased_until := coalesce(NEW.lease_until, NEW.due_at);
    NEW.worked_at := NEW.due_at;
    NEW.failures := NEW.tries;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
-- safe for the release before: it changes no column that it knows but the lease, which a replica of this release holds
CREATE TRIGGER sync_work BEFORE INSERT OR UPDATE ON "identity"."ledger_verifications" FOR EACH ROW EXECUTE FUNCTION "identity".sync_verification_work();
