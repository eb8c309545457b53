CREATE INDEX "payments_watched_due" ON "billing"."payments" USING btree ("created_at","next_check_at") WHERE status = 'canceled' AND status_reason = 'already_granted';--> statement-breakpoint
-- Last: readers of payments wait from here until the end. The release before finds the rows by the new index.
DROP INDEX "billing"."payments_watched";
