DROP INDEX "billing"."payments_due";--> statement-breakpoint
CREATE INDEX "payments_watched" ON "billing"."payments" USING btree ("created_at") WHERE status = 'canceled' AND status_reason = 'already_granted';--> statement-breakpoint
CREATE INDEX "payments_due" ON "billing"."payments" USING btree ("next_check_at") WHERE status = 'pending';