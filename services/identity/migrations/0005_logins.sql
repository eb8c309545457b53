CREATE TABLE "identity"."admin_login_failures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"network" text NOT NULL,
	"client_ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"request_id" text NOT NULL,
	"failures" integer NOT NULL,
	"reported" integer NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."admin_networks" (
	"admin_id" uuid NOT NULL,
	"network" text NOT NULL,
	"last_login_at" timestamp with time zone NOT NULL,
	CONSTRAINT "admin_networks_admin_id_network_pk" PRIMARY KEY("admin_id","network")
);
--> statement-breakpoint
ALTER TABLE "identity"."admin_networks" ADD CONSTRAINT "admin_networks_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "identity"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "admin_login_failures_one_per_network" ON "identity"."admin_login_failures" USING btree ("admin_id","hour","network");