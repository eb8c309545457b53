ALTER TABLE "seo-rkn"."indexnow_urls" ALTER COLUMN "due_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "seo-rkn"."psi_results" ALTER COLUMN "due_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "seo-rkn"."rechecks" ALTER COLUMN "due_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "seo-rkn"."competitors" ADD COLUMN "due_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "seo-rkn"."competitors" ADD COLUMN "lease_fence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "seo-rkn"."indexnow_urls" ADD COLUMN "lease_fence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "seo-rkn"."psi_results" ADD COLUMN "lease_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "seo-rkn"."psi_results" ADD COLUMN "lease_fence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "seo-rkn"."rechecks" ADD COLUMN "fetches" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "seo-rkn"."rechecks" ADD COLUMN "lease_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "seo-rkn"."rechecks" ADD COLUMN "lease_fence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "seo-rkn"."scans" ADD COLUMN "due_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "seo-rkn"."scans" ADD COLUMN "lease_fence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "seo-rkn"."scans" ADD COLUMN "tries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "seo-rkn"."recrawl_urls" ADD COLUMN "lease_fence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "seo-rkn"."search_connections" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "seo-rkn"."search_connections" ADD COLUMN "lease_fence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "seo-rkn"."search_connections" ADD COLUMN "tries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "competitors_due" ON "seo-rkn"."competitors" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "indexnow_urls_ended" ON "seo-rkn"."indexnow_urls" USING btree ("changed_at") WHERE "seo-rkn"."indexnow_urls"."state" <> 'pending';--> statement-breakpoint
CREATE INDEX "scans_due" ON "seo-rkn"."scans" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "search_connections_work" ON "seo-rkn"."search_connections" USING btree ("due_at");--> statement-breakpoint
UPDATE "seo-rkn"."competitors" SET lease_fence = attempt, due_at = CASE WHEN state IN ('waiting', 'running') THEN created_at END;--> statement-breakpoint
UPDATE "seo-rkn"."indexnow_urls" SET lease_fence = attempt WHERE attempt > 0;--> statement-breakpoint
UPDATE "seo-rkn"."psi_results" SET lease_fence = attempt WHERE attempt > 0;--> statement-breakpoint
UPDATE "seo-rkn"."rechecks" SET lease_fence = attempt, fetches = tries;--> statement-breakpoint
UPDATE "seo-rkn"."recrawl_urls" SET lease_fence = attempt WHERE attempt > 0;--> statement-breakpoint
UPDATE "seo-rkn"."scans" SET lease_fence = attempt, tries = least(failures + lost_leases, 1000),
  due_at = CASE WHEN state IN ('queued', 'running') THEN coalesce(not_before, created_at) END;--> statement-breakpoint
UPDATE "seo-rkn"."search_connections" SET lease_fence = attempt, tries = least(failures, 1000), due_at = greatest(asked_at, CASE WHEN asked_at IS NOT NULL THEN not_before END);--> statement-breakpoint
-- During a rollout replicas of two releases claim rows: each knows one of the two names of the fencing token.
CREATE FUNCTION "seo-rkn".sync_fences() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.attempt <> OLD.attempt AND NEW.lease_fence = OLD.lease_fence THEN
    NEW.lease_fence := NEW.attempt;
  ELSIF NEW.lease_fence <> OLD.lease_fence THEN
    NEW.attempt := NEW.lease_fence;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
-- The release before asks for a comparison, or a sync, without a due time.
CREATE FUNCTION "seo-rkn".sync_due_competitor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'waiting' AND NEW.due_at IS NULL THEN NEW.due_at := now(); END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION "seo-rkn".sync_due_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.due_at IS NOT DISTINCT FROM OLD.due_at THEN
    IF (NEW.asked_at, NEW.not_before) IS DISTINCT FROM (OLD.asked_at, OLD.not_before) THEN
      NEW.due_at := CASE WHEN NEW.asked_at IS NOT NULL THEN greatest(NEW.asked_at, NEW.not_before) END;
    END IF;
  ELSE
    NEW.asked_at := CASE WHEN NEW.due_at IS NOT NULL THEN coalesce(NEW.asked_at, now()) END;
    NEW.not_before := NEW.due_at;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION "seo-rkn".sync_due_scan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state NOT IN ('queued', 'running') THEN
    NEW.due_at := NULL;
  ELSIF NEW.not_before IS DISTINCT FROM OLD.not_before THEN
    NEW.due_at := coalesce(NEW.not_before, NEW.due_at);
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
-- safe for the release before: it changes no column that it knows but the fencing token, and keeps that growing
CREATE TRIGGER sync_fences BEFORE UPDATE ON "seo-rkn"."competitors" FOR EACH ROW EXECUTE FUNCTION "seo-rkn".sync_fences();--> statement-breakpoint
-- safe for the release before: it changes no column that it knows but the fencing token, and keeps that growing
CREATE TRIGGER sync_fences BEFORE UPDATE ON "seo-rkn"."indexnow_urls" FOR EACH ROW EXECUTE FUNCTION "seo-rkn".sync_fences();--> statement-breakpoint
-- safe for the release before: it changes no column that it knows but the fencing token, and keeps that growing
CREATE TRIGGER sync_fences BEFORE UPDATE ON "seo-rkn"."psi_results" FOR EACH ROW EXECUTE FUNCTION "seo-rkn".sync_fences();--> statement-breakpoint
-- safe for the release before: it changes no column that it knows but the fencing token, and keeps that growing
CREATE TRIGGER sync_fences BEFORE UPDATE ON "seo-rkn"."rechecks" FOR EACH ROW EXECUTE FUNCTION "seo-rkn".sync_fences();--> statement-breakpoint
-- safe for the release before: it changes no column that it knows but the fencing token, and keeps that growing
CREATE TRIGGER sync_fences BEFORE UPDATE ON "seo-rkn"."recrawl_urls" FOR EACH ROW EXECUTE FUNCTION "seo-rkn".sync_fences();--> statement-breakpoint
-- safe for the release before: it changes no column that it knows but the fencing token, and keeps that growing
CREATE TRIGGER sync_fences BEFORE UPDATE ON "seo-rkn"."scans" FOR EACH ROW EXECUTE FUNCTION "seo-rkn".sync_fences();--> statement-breakpoint
-- safe for the release before: it changes no column that it knows but the fencing token, and keeps that growing
CREATE TRIGGER sync_fences BEFORE UPDATE ON "seo-rkn"."search_connections" FOR EACH ROW EXECUTE FUNCTION "seo-rkn".sync_fences();--> statement-breakpoint
-- safe for the release before: it fills a column that it does not know
CREATE TRIGGER sync_due BEFORE INSERT OR UPDATE ON "seo-rkn"."competitors" FOR EACH ROW EXECUTE FUNCTION "seo-rkn".sync_due_competitor();--> statement-breakpoint
-- safe for the release before: it keeps the columns that it knows equal to one that it does not know
CREATE TRIGGER sync_due BEFORE INSERT OR UPDATE ON "seo-rkn"."search_connections" FOR EACH ROW EXECUTE FUNCTION "seo-rkn".sync_due_search();--> statement-breakpoint
-- safe for the release before: it fills a column that it does not know
CREATE TRIGGER sync_due BEFORE UPDATE ON "seo-rkn"."scans" FOR EACH ROW EXECUTE FUNCTION "seo-rkn".sync_due_scan();
