CREATE TABLE "cms"."support_attachments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid,
	"user_id" uuid,
	"admin_id" uuid,
	"ticket_id" uuid,
	"message_id" uuid,
	"position" integer,
	"file_name" text NOT NULL,
	"file" text,
	"content_type" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"width" integer,
	"height" integer,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cms"."support_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ticket_id" uuid NOT NULL,
	"author" text NOT NULL,
	"admin_id" uuid,
	"is_internal" boolean NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cms"."support_tickets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"category" text,
	"app_version" text,
	"platform" text,
	"status" text NOT NULL,
	"priority" text NOT NULL,
	"assignee_id" uuid,
	"version" integer NOT NULL,
	"message_count" integer NOT NULL,
	"pending_since" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	"user_told_at" timestamp with time zone,
	"staff_told_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"last_message_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cms"."support_attachments" ADD CONSTRAINT "support_attachments_ticket_id_support_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "cms"."support_tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."support_attachments" ADD CONSTRAINT "support_attachments_message_id_support_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "cms"."support_messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."support_messages" ADD CONSTRAINT "support_messages_ticket_id_support_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "cms"."support_tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "support_attachments_of_ticket" ON "cms"."support_attachments" USING btree ("ticket_id","message_id");--> statement-breakpoint
CREATE INDEX "support_attachments_of_user" ON "cms"."support_attachments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "support_attachments_of_admin" ON "cms"."support_attachments" USING btree ("admin_id") WHERE ticket_id IS NULL;--> statement-breakpoint
CREATE INDEX "support_attachments_expired" ON "cms"."support_attachments" USING btree ("expires_at") WHERE expires_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "support_messages_of_ticket" ON "cms"."support_messages" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE INDEX "support_tickets_of_user" ON "cms"."support_tickets" USING btree ("application_id","user_id","id");--> statement-breakpoint
CREATE INDEX "support_tickets_of_application" ON "cms"."support_tickets" USING btree ("application_id","id");--> statement-breakpoint
CREATE INDEX "support_tickets_by_user" ON "cms"."support_tickets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "support_tickets_by_status" ON "cms"."support_tickets" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "support_tickets_by_assignee" ON "cms"."support_tickets" USING btree ("assignee_id","id");--> statement-breakpoint
CREATE INDEX "support_tickets_silent" ON "cms"."support_tickets" USING btree ("pending_since") WHERE status = 'pending';