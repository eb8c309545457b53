ALTER TABLE "cms"."mails" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cms"."mails" ADD COLUMN "lease_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cms"."mails" ADD COLUMN "lease_fence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cms"."mails" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cms"."imports" ADD COLUMN "due_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "cms"."imports" ADD COLUMN "lease_fence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cms"."imports" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "mails_due_of_site" ON "cms"."mails" USING btree (coalesce("site_id", 'ffffffff-ffff-ffff-ffff-ffffffffffff'),"due_at","id") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "imports_due" ON "cms"."imports" USING btree ("due_at");--> statement-breakpoint
UPDATE "cms"."mails" SET due_at = next_attempt_at, lease_until = leased_until, tries = attempts WHERE status = 'queued';--> statement-breakpoint
UPDATE "cms"."imports" SET tries = attempts, due_at = CASE WHEN status IN ('queued', 'running') THEN created_at END;--> statement-breakpoint
-- During a rollout replicas of two releases claim mails: each knows one of the two names of the due time and of the lease.
CREATE FUNCTION "cms".sync_mail_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.due_at := coalesce(NEW.due_at, NEW.next_attempt_at);
    NEW.next_attempt_at := NEW.due_at;
    RETURN NEW;
  END IF;
  IF NEW.next_attempt_at IS DISTINCT FROM OLD.next_attempt_at AND NEW.due_at IS NOT DISTINCT FROM OLD.due_at THEN
    NEW.due_at := NEW.next_attempt_at;
  ELSE
    NEW.next_attempt_at := NEW.due_at;
  END IF;
  IF NEW.lease_id IS DISTINCT FROM OLD.lease_id AND NEW.lease_fence = OLD.lease_fence THEN
    NEW.lease_until := NEW.leased_until;
    NEW.lease_fence := OLD.lease_fence + CASE WHEN NEW.lease_id IS NULL THEN 0 ELSE 1 END;
  ELSE
    NEW.leased_until := NEW.lease_until;
    NEW.lease_id := CASE WHEN NEW.lease_fence = OLD.lease_fence THEN NEW.lease_id ELSE gen_random_uuid() END;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION "cms".sync_import_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.lease_id IS DISTINCT FROM OLD.lease_id AND NEW.lease_fence = OLD.lease_fence THEN
    NEW.lease_fence := OLD.lease_fence + CASE WHEN NEW.lease_id IS NULL THEN 0 ELSE 1 END;
    NEW.tries := NEW.attempts;
  ELSIF NEW.lease_fence <> OLD.lease_fence THEN
    NEW.lease_id := gen_random_uuid();
    NEW.attempts := NEW.tries;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
-- safe for the release before: it changes no column that it knows but the lease, which a replica of this release holds
CREATE TRIGGER sync_work BEFORE INSERT OR UPDATE ON "cms"."mails" FOR EACH ROW EXECUTE FUNCTION "cms".sync_mail_work();--> statement-breakpoint
-- safe for the release before: it changes no column that it knows but the lease, which a replica of this release holds
CREATE TRIGGER sync_work BEFORE UPDATE ON "cms"."imports" FOR EACH ROW EXECUTE FUNCTION "cms".sync_import_work();
