CREATE TABLE "cms"."import_entries" (
	"import_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"source_id" text NOT NULL,
	"title" text NOT NULL,
	"outcome" text NOT NULL,
	"object_id" uuid,
	"reason" jsonb,
	"warnings" jsonb NOT NULL,
	CONSTRAINT "import_entries_import_id_number_pk" PRIMARY KEY("import_id","number")
);
--> statement-breakpoint
CREATE TABLE "cms"."import_sources" (
	"site_id" uuid NOT NULL,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"source_id" text NOT NULL,
	"object_id" uuid NOT NULL,
	"content_hash" text,
	"written_version" integer,
	"written_status" text,
	CONSTRAINT "import_sources_site_id_source_kind_source_id_pk" PRIMARY KEY("site_id","source","kind","source_id")
);
--> statement-breakpoint
CREATE TABLE "cms"."imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"format" text NOT NULL,
	"dry_run" boolean NOT NULL,
	"publish" boolean NOT NULL,
	"fetch_images" boolean NOT NULL,
	"source_url" text,
	"file_name" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"file" text NOT NULL,
	"status" text NOT NULL,
	"error" jsonb,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"warnings" integer DEFAULT 0 NOT NULL,
	"images_fetched" integer DEFAULT 0 NOT NULL,
	"lease_id" uuid,
	"lease_until" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "cms"."import_entries" ADD CONSTRAINT "import_entries_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "cms"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."import_sources" ADD CONSTRAINT "import_sources_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "cms"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."imports" ADD CONSTRAINT "imports_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "cms"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_of_site" ON "cms"."imports" USING btree ("site_id","id");--> statement-breakpoint
CREATE INDEX "imports_by_status" ON "cms"."imports" USING btree ("status","id");