ALTER TABLE "social"."listening_queries" ALTER COLUMN "run_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "social"."metric_queue" ALTER COLUMN "due_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "social"."brands" ADD COLUMN "due_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "social"."brands" ADD COLUMN "lease_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social"."brands" ADD COLUMN "lease_fence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "social"."brands" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "social"."inbox_items" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social"."inbox_items" ADD COLUMN "lease_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social"."inbox_items" ADD COLUMN "lease_fence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "social"."inbox_items" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "social"."inbox_replies" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social"."inbox_replies" ADD COLUMN "lease_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social"."inbox_replies" ADD COLUMN "lease_fence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "social"."inbox_replies" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "social"."listening_queries" ADD COLUMN "due_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "social"."listening_queries" ADD COLUMN "lease_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social"."listening_queries" ADD COLUMN "lease_fence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "social"."listening_queries" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "social"."metric_queue" ADD COLUMN "lease_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social"."metric_queue" ADD COLUMN "lease_fence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "social"."metric_queue" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "social"."variants" ADD COLUMN "lease_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social"."variants" ADD COLUMN "lease_fence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "social"."variants" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "inbox_items_due" ON "social"."inbox_items" USING btree ("brand_id","due_at") WHERE "social"."inbox_items"."due_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "inbox_replies_due" ON "social"."inbox_replies" USING btree ("due_at") WHERE "social"."inbox_replies"."state" = 'uncertain';--> statement-breakpoint
CREATE INDEX "listening_queries_work" ON "social"."listening_queries" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "metric_queue_work" ON "social"."metric_queue" USING btree ("account_id","due_at");--> statement-breakpoint
UPDATE "social"."brands" SET due_at = coalesce(refill_at, now());--> statement-breakpoint
UPDATE "social"."inbox_items" SET due_at = answer_at WHERE answer_at IS NOT NULL;--> statement-breakpoint
UPDATE "social"."inbox_replies" SET due_at = look_at, tries = looks WHERE look_at IS NOT NULL OR looks > 0;--> statement-breakpoint
UPDATE "social"."listening_queries" SET due_at = run_at, lease_until = running_until;--> statement-breakpoint
UPDATE "social"."metric_queue" SET lease_fence = claims WHERE claims > 0;--> statement-breakpoint
UPDATE "social"."variants" SET tries = looks WHERE looks > 0;--> statement-breakpoint
-- During a rollout replicas of two releases claim rows: a claim of one fences the other off.
CREATE FUNCTION "social".sync_brand_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.due_at, NEW.lease_until) IS DISTINCT FROM (OLD.due_at, OLD.lease_until) THEN
    NEW.refill_at := greatest(NEW.due_at, NEW.lease_until);
  ELSIF NEW.refill_at IS DISTINCT FROM OLD.refill_at THEN
    NEW.due_at := coalesce(NEW.refill_at, now());
    NEW.lease_until := NULL;
    NEW.lease_fence := NEW.lease_fence + 1;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION "social".sync_item_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.due_at := coalesce(NEW.due_at, NEW.answer_at);
    NEW.answer_at := NEW.due_at;
  ELSIF (NEW.due_at, NEW.lease_until) IS DISTINCT FROM (OLD.due_at, OLD.lease_until) THEN
    NEW.answer_at := CASE WHEN NEW.due_at IS NOT NULL THEN greatest(NEW.due_at, NEW.lease_until) END;
  ELSIF NEW.answer_at IS DISTINCT FROM OLD.answer_at THEN
    NEW.due_at := NEW.answer_at;
    NEW.lease_until := NULL;
    NEW.lease_fence := NEW.lease_fence + 1;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION "social".sync_reply_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.due_at, NEW.lease_until, NEW.tries) IS DISTINCT FROM (OLD.due_at, OLD.lease_until, OLD.tries) THEN
    NEW.look_at := CASE WHEN NEW.due_at IS NOT NULL THEN greatest(NEW.due_at, NEW.lease_until) END;
    NEW.looks := NEW.tries;
  ELSIF (NEW.look_at, NEW.looks) IS DISTINCT FROM (OLD.look_at, OLD.looks) THEN
    NEW.due_at := NEW.look_at;
    NEW.tries := NEW.looks;
    NEW.lease_until := NULL;
    NEW.lease_fence := NEW.lease_fence + 1;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION "social".sync_query_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.due_at, NEW.lease_until) IS DISTINCT FROM (OLD.due_at, OLD.lease_until) THEN
    NEW.run_at := coalesce(NEW.due_at, NEW.run_at);
    NEW.running_until := NEW.lease_until;
  ELSIF (NEW.run_at, NEW.running_until) IS DISTINCT FROM (OLD.run_at, OLD.running_until) THEN
    NEW.due_at := NEW.run_at;
    NEW.lease_until := NEW.running_until;
    NEW.lease_fence := NEW.lease_fence + 1;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION "social".sync_snapshot_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.lease_fence <> OLD.lease_fence THEN
    NEW.claims := NEW.lease_fence;
  ELSIF NEW.claims <> OLD.claims THEN
    NEW.lease_until := NULL;
    NEW.lease_fence := NEW.claims;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION "social".sync_post_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.tries <> OLD.tries THEN
    NEW.looks := NEW.tries;
  ELSE
    NEW.tries := NEW.looks;
    NEW.lease_until := NULL;
    NEW.lease_fence := NEW.lease_fence + 1;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
-- safe for the release before: it changes no column that it knows but the one that says when the row is due
CREATE TRIGGER sync_work BEFORE UPDATE ON "social"."brands" FOR EACH ROW EXECUTE FUNCTION "social".sync_brand_work();--> statement-breakpoint
-- safe for the release before: it changes no column that it knows but the one that says when the row is due
CREATE TRIGGER sync_work BEFORE INSERT OR UPDATE ON "social"."inbox_items" FOR EACH ROW EXECUTE FUNCTION "social".sync_item_work();--> statement-breakpoint
-- safe for the release before: it changes no columns that it knows but those of the probe
CREATE TRIGGER sync_work BEFORE UPDATE ON "social"."inbox_replies" FOR EACH ROW EXECUTE FUNCTION "social".sync_reply_work();--> statement-breakpoint
-- safe for the release before: it changes no columns that it knows but those of the claim
CREATE TRIGGER sync_work BEFORE UPDATE ON "social"."listening_queries" FOR EACH ROW EXECUTE FUNCTION "social".sync_query_work();--> statement-breakpoint
-- safe for the release before: it changes no column that it knows but the fencing token, and keeps that growing
CREATE TRIGGER sync_work BEFORE UPDATE ON "social"."metric_queue" FOR EACH ROW EXECUTE FUNCTION "social".sync_snapshot_work();--> statement-breakpoint
-- safe for the release before: it changes no column that it knows but the count of probes, which fences them
CREATE TRIGGER sync_work BEFORE UPDATE ON "social"."variants" FOR EACH ROW WHEN (NEW.looks <> OLD.looks OR NEW.tries <> OLD.tries) EXECUTE FUNCTION "social".sync_post_work();
