ALTER TABLE "billing"."payments" ADD COLUMN "revocation_revision" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "billing"."payments" ADD COLUMN "return_url" text;--> statement-breakpoint
ALTER TABLE "billing"."payments" ADD COLUMN "settled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "billing"."payments" ADD COLUMN "canceled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "billing"."payments" ADD COLUMN "refunded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "billing"."payments" ADD COLUMN "receipt" jsonb;--> statement-breakpoint
ALTER TABLE "billing"."payments" ADD COLUMN "receipt_registration" text;--> statement-breakpoint
ALTER TABLE "billing"."payments" ADD COLUMN "receipt_number" text;--> statement-breakpoint
ALTER TABLE "billing"."payments" ADD COLUMN "consents" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "billing"."refunds" ADD COLUMN "application_id" uuid;--> statement-breakpoint
ALTER TABLE "billing"."refunds" ADD COLUMN "status_reason" text;--> statement-breakpoint
ALTER TABLE "billing"."refunds" ADD COLUMN "refunded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "billing"."refunds" ADD COLUMN "receipt_registration" text;--> statement-breakpoint
ALTER TABLE "billing"."refunds" ADD COLUMN "receipt_number" text;--> statement-breakpoint
CREATE INDEX "payments_by_plan" ON "billing"."payments" USING btree ("application_id","plan_code","id");--> statement-breakpoint
CREATE INDEX "payments_by_amount" ON "billing"."payments" USING btree ("application_id","amount","id");--> statement-breakpoint
CREATE INDEX "payments_by_time" ON "billing"."payments" USING btree ("application_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_by_receipt" ON "billing"."payments" USING btree ("receipt_number") WHERE receipt_number IS NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_open_receipts" ON "billing"."payments" USING btree ("settled_at") WHERE receipt_registration <> 'succeeded' OR receipt_registration = 'succeeded' AND receipt_number IS NULL;--> statement-breakpoint
CREATE INDEX "payments_unregistered_receipts" ON "billing"."payments" USING btree ("application_id","receipt_registration","id") WHERE receipt_registration <> 'succeeded';--> statement-breakpoint
CREATE INDEX "refunds_of_application" ON "billing"."refunds" USING btree ("application_id","id");--> statement-breakpoint
CREATE INDEX "refunds_open_receipts" ON "billing"."refunds" USING btree ("refunded_at") WHERE receipt_registration <> 'succeeded' OR receipt_registration = 'succeeded' AND receipt_number IS NULL;--> statement-breakpoint
CREATE INDEX "refunds_unregistered_receipts" ON "billing"."refunds" USING btree ("application_id","receipt_registration","id") WHERE receipt_registration <> 'succeeded';--> statement-breakpoint
UPDATE "billing"."refunds" SET application_id = p.application_id FROM "billing"."payments" p WHERE p.id = payment_id;--> statement-breakpoint
UPDATE "billing"."payments" SET settled_at = succeeded_at WHERE succeeded_at IS NOT NULL;--> statement-breakpoint
-- During a rollout the release before writes neither the application of a refund nor the moment of a settlement.
CREATE FUNCTION "billing".fill_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.application_id := coalesce(NEW.application_id, (SELECT application_id FROM billing.payments WHERE id = NEW.payment_id));
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION "billing".fill_settlement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.settled_at := coalesce(NEW.settled_at, NEW.succeeded_at);
  RETURN NEW;
END $$;--> statement-breakpoint
-- safe for the release before: it fills a column that the release before does not know
CREATE TRIGGER fill_refund BEFORE INSERT ON "billing"."refunds" FOR EACH ROW EXECUTE FUNCTION "billing".fill_refund();--> statement-breakpoint
-- safe for the release before: it fills a column that the release before does not know
CREATE TRIGGER fill_settlement BEFORE UPDATE OF succeeded_at ON "billing"."payments" FOR EACH ROW EXECUTE FUNCTION "billing".fill_settlement();
