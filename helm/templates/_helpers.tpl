{{- define "platform.fullname" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* The values of a service: the defaults, with its own values laid over; lists of extras are those of both. With Chromium it has
the profile and the resources of it. Argument: { root, name } */}}
{{- define "platform.service" -}}
{{- $defaults := deepCopy .root.Values.defaults -}}
{{- $own := deepCopy (index .root.Values.services .name) -}}
{{- range $key := list "extraEnv" "extraVolumes" "extraVolumeMounts" }}
{{- $_ := set $own $key (concat (index $defaults $key | default list) (index $own $key | default list)) -}}
{{- end }}
{{- if dig "chromium" "enabled" false $own }}
{{- $_ := set $own "resources" $own.chromium.resources -}}
{{- $_ := set $own "seccompProfile" (dict "type" "Localhost" "localhostProfile" $own.chromium.localhostProfile) -}}
{{- end }}
{{- toYaml (mergeOverwrite $defaults $own) -}}
{{- end }}

{{/* Nothing in here changes with the version of the chart: pods that did not change are not restarted. Argument: { root, name } */}}
{{- define "platform.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{- define "platform.labels" -}}
{{ include "platform.selector" . }}
app.kubernetes.io/part-of: platform
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "platform.tag" -}}
{{- $service := index .root.Values.services .name -}}
{{- $tag := dig "image" "tag" "" $service | default .root.Values.image.tag | default .root.Chart.AppVersion -}}
{{- if eq $tag "latest" }}{{ fail (printf "the tag of %s: latest is no version; name the one that is meant" .name) }}{{ end -}}
{{- $tag -}}
{{- end }}

{{- define "platform.image" -}}
{{ required "image.registry: name the registry of the images, for example registry.example.com/team" .root.Values.image.registry }}/platform-{{ .name }}:{{ include "platform.tag" . }}
{{- end }}

{{/* Argument: a map with the seccompProfile where it is another than that of the runtime */}}
{{- define "platform.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile: {{ .seccompProfile | default (dict "type" "RuntimeDefault") | toJson }}
{{- end }}

{{- define "platform.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* Labels of a pod beside those of its selector. Argument: a map */}}
{{- define "platform.podLabels" -}}
{{- with .podLabels }}{{ toYaml . }}{{ end -}}
{{- end }}

{{/* Not empty where pods trust certificate authorities of the values. Argument: the root */}}
{{- define "platform.hasCa" -}}
{{- with .Values.caCertificates }}{{ if or .pem .existingConfigMap .existingSecret }}yes{{ end }}{{ end -}}
{{- end }}

{{/* Where a pod has the file with the certificates, for `sslrootcert` of PostgreSQL, too. */}}
{{- define "platform.caFile" -}}/etc/platform/ca/ca.crt{{- end }}

{{- define "platform.caEnv" -}}
{{- if include "platform.hasCa" . }}
- { name: NODE_EXTRA_CA_CERTS, value: {{ include "platform.caFile" . }} }
{{- end }}
{{- end }}

{{- define "platform.caMount" -}}
{{- if include "platform.hasCa" . }}
- { name: ca-certificates, mountPath: {{ include "platform.caFile" . | dir }}, readOnly: true }
{{- end }}
{{- end }}

{{/* The volume with the certificates. A Job before the release has a ConfigMap of its own. Argument: { root, suffix } */}}
{{- define "platform.caVolume" -}}
{{- if include "platform.hasCa" .root }}
{{- $ca := .root.Values.caCertificates }}
- name: ca-certificates
  {{- if $ca.existingSecret }}
  secret: { secretName: {{ $ca.existingSecret }}, items: [{ key: {{ $ca.key | quote }}, path: ca.crt }] }
  {{- else }}
  configMap: { name: {{ $ca.existingConfigMap | default (printf "%s-%s" (include "platform.fullname" .root) .suffix) }}, items: [{ key: {{ $ca.key | quote }}, path: ca.crt }] }
  {{- end }}
{{- end }}
{{- end }}

{{/* The Secret of a group: the existing one, or the one this chart makes. Argument: { root, group, name } */}}
{{- define "platform.secretName" -}}
{{- .group.existingSecret | default (printf "%s-%s" (include "platform.fullname" .root) .name) -}}
{{- end }}

{{/* Fails while a secret is missing that a group needs and no existing Secret is named. Argument: { group, path, required, optional } */}}
{{- define "platform.checkSecrets" -}}
{{- $group := .group -}}{{- $path := .path -}}
{{- if and $group.existingSecret $group.values }}{{ fail (printf "%s: existingSecret and values exclude each other" $path) }}{{ end -}}
{{- if not $group.existingSecret }}
{{- range .required }}{{ if not (index ($group.values | default dict) .) }}{{ fail (printf "%s: %s is missing; name an existingSecret or give it in values" $path .) }}{{ end }}{{ end -}}
{{- end }}
{{- $known := concat .required (.optional | default list) -}}
{{- range $key, $_ := $group.values }}{{ if not (has $key $known) }}{{ fail (printf "%s: %s is no secret of this group" $path $key) }}{{ end }}{{ end -}}
{{- end }}

{{/* Environment from Secrets, by key: a required one that is missing keeps the pod from starting. Argument: { secret, required, optional } */}}
{{- define "platform.secretEnv" -}}
{{- $secret := .secret -}}
{{- range .required }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ . }} } }
{{- end }}
{{- range .optional }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ . }}, optional: true } }
{{- end }}
{{- end }}

{{/* What a service reaches, with its own ports over those that it declares: { redis, internetPorts }. Argument: { root, name } */}}
{{- define "platform.reach" -}}
{{- $reach := deepCopy (index .root.Values.reaches .name | default (dict "redis" false "internetPorts" list)) -}}
{{- with (index .root.Values.services .name).internetPorts }}{{ $_ := set $reach "internetPorts" . }}{{ end -}}
{{- toYaml $reach -}}
{{- end }}

{{/* Required keys of the Secret of a service. With the engines of this chart its address of the database is made below.
A service that the gateway calls has context keys, and one with a schema keys of its stored secrets. Argument: { root, name, service } */}}
{{- define "platform.requiredSecrets" -}}
{{- $required := dig "secrets" "required" list .service -}}
{{- if not .service.public }}{{ $required = append $required (include "platform.contextKeysVariable" .name) }}{{ end -}}
{{- if .service.migrates }}{{ $required = append $required (include "platform.encryptionKeysVariable" .name) }}{{ end -}}
{{- if .root.Values.engines.enabled }}{{ $required = without $required "DATABASE_URL" }}{{ end -}}
{{- if and (include "platform.redisSecret" .) (include "platform.hasReplicas" .service) }}{{ $required = append $required "REDIS_URL" }}{{ end -}}
{{- if not (or .root.Values.engines.enabled .root.Values.config.NATS_URL) }}{{ $required = append $required "NATS_URL" }}{{ end -}}
{{- toYaml $required -}}
{{- end }}

{{/* Optional keys of the Secret of a service. Argument: { root, name, service } */}}
{{- define "platform.optionalSecrets" -}}
{{- $optional := dig "secrets" "optional" list .service -}}
{{- if and (include "platform.redisSecret" .) (not (include "platform.hasReplicas" .service)) }}{{ $optional = append $optional "REDIS_URL" }}{{ end -}}
{{- toYaml $optional -}}
{{- end }}

{{/* Not empty where a service reads the address of Redis from its Secret. Argument: { root, name } */}}
{{- define "platform.redisSecret" -}}
{{- if and (include "platform.reach" . | fromYaml).redis (not .root.Values.engines.enabled) (not .root.Values.config.REDIS_URL) }}yes{{ end -}}
{{- end }}

{{/* Not empty where a service has more than one replica, which count limits together. Argument: the service */}}
{{- define "platform.hasReplicas" -}}
{{- if or .autoscaling.enabled (gt (int .replicas) 1) }}yes{{ end -}}
{{- end }}

{{/* The database among the engines of this chart, as a role; the password comes from the environment. Argument: { root, role, password } */}}
{{- define "platform.engineDatabaseUrl" -}}
postgres://{{ .role }}:$({{ .password }})@{{ include "platform.fullname" .root }}-postgresql:5432/platform
{{- end }}

{{/* The variable with the password of the database role of a service. Argument: its name */}}
{{- define "platform.databasePasswordVariable" -}}{{ upper . | replace "-" "_" }}_DATABASE_PASSWORD{{- end }}

{{/* The variable with the password of a service's user of NATS. Argument: its name */}}
{{- define "platform.natsPasswordVariable" -}}{{ upper . | replace "-" "_" }}_NATS_PASSWORD{{- end }}

{{/* The passwords that NATS among the engines is made with, by their variables. Argument: the values */}}
{{- define "platform.natsPasswords" -}}
{{- $names := list "NATS_ADMIN_PASSWORD" -}}
{{- range $name, $_ := .services }}{{ $names = append $names (include "platform.natsPasswordVariable" $name) }}{{ end -}}
{{- toYaml $names -}}
{{- end }}

{{/* The variable with the password of a service's user of Redis. Argument: its name */}}
{{- define "platform.redisPasswordVariable" -}}{{ upper . | replace "-" "_" }}_REDIS_PASSWORD{{- end }}

{{/* The passwords that Redis among the engines is made with, by their variables. Argument: the values */}}
{{- define "platform.redisPasswords" -}}
{{- $names := list -}}
{{- range $name, $_ := .services }}{{ if dig $name "redis" false $.reaches }}{{ $names = append $names (include "platform.redisPasswordVariable" $name) }}{{ end }}{{ end -}}
{{- toYaml $names -}}
{{- end }}

{{/* The passwords that the database among the engines is made with, by their variables. Argument: the values */}}
{{- define "platform.databasePasswords" -}}
{{- $names := list "POSTGRES_PASSWORD" "PLATFORM_MIGRATOR_PASSWORD" -}}
{{- range $name, $service := .services }}{{ if $service.migrates }}{{ $names = append $names (include "platform.databasePasswordVariable" $name) }}{{ end }}{{ end -}}
{{- toYaml $names -}}
{{- end }}

{{/* Passwords of the engines, each only for the services that need it. Argument: { root, names } */}}
{{- define "platform.enginePasswords" -}}
{{- include "platform.secretEnv" (dict "secret" (include "platform.secretName" (dict "root" .root "group" .root.Values.secrets "name" "shared")) "required" .names) -}}
{{- end }}

{{/* The ConfigMap of a service as a map: what is given for all and it reads, what is given for it, and for the gateway where the others are. Argument: { root, name } */}}
{{- define "platform.config" -}}
{{- $root := .root -}}{{- $full := include "platform.fullname" $root -}}
{{- $service := index $root.Values.services .name -}}
{{- $config := dict -}}
{{- $known := index ($root.Files.Get "files/settings.yaml" | fromYaml) .name | default dict -}}
{{- range $key, $value := $root.Values.config }}{{ if or (hasKey $known $key) (hasPrefix "OTEL_" $key) }}{{ $_ := set $config $key $value }}{{ end }}{{ end -}}
{{- $_ := unset $config "NATS_REPLICAS" -}}
{{- if $root.Values.engines.enabled }}{{ $_ := unset $config "NATS_URL" }}{{ end -}}
{{- if or $root.Values.engines.enabled (not (include "platform.reach" . | fromYaml).redis) }}{{ $_ := unset $config "REDIS_URL" }}{{ end -}}
{{- if $service.public }}
{{- range $other, $_ := $root.Values.services }}{{ if not .public }}
{{- $_ := set $config (printf "%s_URL" ($other | upper | replace "-" "_")) (printf "http://%s-%s:8080" $full $other) -}}
{{- end }}{{ end }}
{{- end }}
{{- range $key, $value := $service.config }}{{ $_ := set $config $key $value }}{{ end -}}
{{- if dig "chromium" "enabled" false $service }}{{ $_ := set $config "SEO_CHROMIUM_PATH" $service.chromium.path }}{{ end -}}
{{- range $key, $value := $config }}
{{- if not (or (kindIs "invalid" $value) (eq (toString $value) "")) }}
{{ $key }}: {{ include "platform.settingText" $value | quote }}
{{- end }}{{ end }}
{{- end }}

{{/* One request of this platform's own: node is in every image, curl is not. Arguments come from the environment. */}}
{{- define "platform.call" -}}
- node
- -e
- |
  const { METHOD, URL_TO_CALL, WORKER_SECRET, TIMEOUT_SECONDS } = process.env;
  const headers = WORKER_SECRET ? { 'x-worker-secret': WORKER_SECRET } : {};
  fetch(URL_TO_CALL, { method: METHOD, headers, signal: AbortSignal.timeout(Number(TIMEOUT_SECONDS) * 1000) })
    .then(async (answer) => {
      console.log(answer.status, await answer.text());
      process.exit(answer.ok ? 0 : 1);
    })
    .catch((error) => {
      console.error(String(error.cause ?? error));
      process.exit(1);
    });
{{- end }}
