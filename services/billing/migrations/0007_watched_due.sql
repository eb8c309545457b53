CREATE INDEX "payments_watched_due" ON "billing"."payments" USING btree ("created_at","next_check_at") WHERE status = 'canceled' AND status_reason = 'already_granted';
