{{/* A number or text of the values as it is written into the environment. Argument: the value */}}
{{- define "platform.settingText" -}}
{{- if kindIs "invalid" . }}{{ else if and (kindIs "float64" .) (eq . (floor .)) }}{{ int64 . }}{{ else }}{{ toString . }}{{ end -}}
{{- end }}

{{/* Fails where a setting has a value that its service refuses. Argument: { path, rule, value } */}}
{{- define "platform.checkSetting" -}}
{{- $path := .path -}}{{- $rule := .rule -}}{{- $value := .value -}}
{{- if $rule.secret }}{{ fail (printf "%s is a secret: give it under `secrets`, or in an existing Secret" $path) }}{{ end -}}
{{- if regexMatch "://[^\\s/@]*:[^\\s/@]+@" $value }}{{ fail (printf "%s has a password: an address with a password is a secret of each service, under `secrets`" $path) }}{{ end -}}
{{- if and $rule.values (not (has $value $rule.values)) }}{{ fail (printf "%s: %q is none of %s" $path $value (join ", " $rule.values)) }}{{ end -}}
{{- if eq ($rule.type | default "") "integer" }}{{ if not (regexMatch "^-?[0-9]+$" $value) }}{{ fail (printf "%s: %q is no whole number" $path $value) }}{{ end }}{{ end -}}
{{- if eq ($rule.type | default "") "number" }}{{ if not (regexMatch "^-?[0-9]+(\\.[0-9]+)?$" $value) }}{{ fail (printf "%s: %q is no number" $path $value) }}{{ end }}{{ end -}}
{{- if and (hasKey $rule "minimum") (lt (float64 $value) (float64 $rule.minimum)) }}{{ fail (printf "%s: %s is less than %v" $path $value $rule.minimum) }}{{ end -}}
{{- if and (hasKey $rule "maximum") (gt (float64 $value) (float64 $rule.maximum)) }}{{ fail (printf "%s: %s is more than %v" $path $value $rule.maximum) }}{{ end -}}
{{- if has ($rule.type | default "") (list "uri" "uris") }}
{{- range $item := ternary (splitList "," $value) (list $value) (eq $rule.type "uris") }}
{{- if not (regexMatch "^[a-z][a-z0-9+.-]*://[^\\s/?#]+" (trim $item)) }}{{ fail (printf "%s: %q is no address with a scheme, for example https://api.example.com" $path (trim $item)) }}{{ end -}}
{{- end }}
{{- end }}
{{- if eq ($rule.type | default "") "addresses" }}
{{- range $item := splitList "," $value }}{{ with trim $item }}
{{- if not (or (regexMatch "^((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])\\.){3}(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(/([0-9]|[12][0-9]|3[0-2]))?$" .) (and (contains ":" .) (regexMatch "^[0-9a-fA-F:.]+(/([0-9]|[1-9][0-9]|1[01][0-9]|12[0-8]))?$" .))) }}{{ fail (printf "%s: %q is no address and no network, for example 10.0.0.0/8 or fd00::/8" $path .) }}{{ end -}}
{{- end }}{{ end }}
{{- end }}
{{- if eq ($rule.type | default "") "emails" }}
{{- range $item := splitList "," $value }}{{ if not (regexMatch "^[^\\s@]+@[^\\s@]+$" (trim $item)) }}{{ fail (printf "%s: %q is no e-mail address" $path (trim $item)) }}{{ end }}{{ end -}}
{{- end }}
{{- end }}

{{/* The names of settings that are no secrets, for a sentence. Argument: rules by name */}}
{{- define "platform.settingNames" -}}
{{- $names := list -}}
{{- range $name, $rule := . }}{{ if not $rule.secret }}{{ $names = append $names $name }}{{ end }}{{ end -}}
{{- join ", " $names -}}
{{- end }}

{{/* Fails where a name in the configuration is one that no service, or not this service, reads, and where a value cannot work.
Argument: the root */}}
{{- define "platform.checkSettings" -}}
{{- $rules := .Files.Get "files/settings.yaml" | fromYaml -}}
{{- $every := dict -}}
{{- range $_, $names := $rules }}{{ $_ := merge $every $names }}{{ end -}}
{{- range $key, $value := .Values.config }}
{{- $text := include "platform.settingText" $value -}}
{{- if not (or (hasKey $every $key) (hasPrefix "OTEL_" $key)) }}{{ fail (printf "config.%s: no service reads it; deploy/configuration.md of the repository lists the settings, and other variables belong into `extraEnv`" $key) }}{{ end -}}
{{- range $name, $service := $.Values.services }}
{{- if and (ne $text "") (hasKey ($service.config | default dict) $key) }}{{ if eq (include "platform.settingText" (index $service.config $key)) "" }}{{ fail (printf "config.%s: services.%s.config has an empty value over it; give it there" $key $name) }}{{ end }}{{ end -}}
{{- end }}
{{- if and (ne $text "") (hasKey $every $key) }}{{ include "platform.checkSetting" (dict "path" (printf "config.%s" $key) "rule" (index $every $key) "value" $text) }}{{ end -}}
{{- end }}
{{- range $name, $service := .Values.services }}
{{- if hasKey $rules $name }}
{{- $known := index $rules $name -}}
{{- range $key, $value := $service.config }}
{{- $text := include "platform.settingText" $value -}}
{{- if not (or (hasKey $known $key) (hasPrefix "OTEL_" $key)) }}{{ fail (printf "services.%s.config.%s: %s reads no such setting; it reads %s, and other variables belong into `extraEnv`" $name $key $name (include "platform.settingNames" $known)) }}{{ end -}}
{{- if and (ne $text "") (hasKey $known $key) }}{{ include "platform.checkSetting" (dict "path" (printf "services.%s.config.%s" $name $key) "rule" (index $known $key) "value" $text) }}{{ end -}}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Fails where the scale, the environment, the volumes or the browser of a service cannot work. Argument: { root, name, service } */}}
{{- define "platform.checkService" -}}
{{- $name := .name -}}{{- $service := .service -}}{{- $root := .root -}}
{{- $scale := $service.autoscaling -}}
{{- if and $scale.enabled (gt (int $scale.minReplicas) (int $scale.maxReplicas)) }}{{ fail (printf "services.%s.autoscaling: minReplicas (%d) is more than maxReplicas (%d)" $name (int $scale.minReplicas) (int $scale.maxReplicas)) }}{{ end -}}
{{- $known := index ($root.Files.Get "files/settings.yaml" | fromYaml) $name | default dict -}}
{{- include "platform.checkEnv" (dict "path" (printf "services.%s" $name) "env" $service.extraEnv) -}}
{{- include "platform.checkLabels" (dict "path" (printf "services.%s" $name) "labels" $service.podLabels) -}}
{{- range $service.extraEnv }}
{{- if or (hasKey $known .name) (eq .name "NODE_EXTRA_CA_CERTS") }}{{ fail (printf "services.%s.extraEnv: %s belongs into %s" $name .name (ternary "caCertificates" "`config` or `secrets`" (eq .name "NODE_EXTRA_CA_CERTS"))) }}{{ end -}}
{{- end }}
{{- include "platform.checkMounts" (dict "path" (printf "services.%s" $name) "volumes" $service.extraVolumes "mounts" $service.extraVolumeMounts) -}}
{{- if hasKey $service "chromium" }}
{{- if and $service.chromium.enabled (dig "config" "SEO_CHROMIUM_PATH" "" $service) }}{{ fail (printf "services.%s.config.SEO_CHROMIUM_PATH: chromium.path says it" $name) }}{{ end -}}
{{- if and (not $service.chromium.enabled) (dig "config" "SEO_CHROMIUM_PATH" "" $service) }}{{ fail (printf "services.%s.config.SEO_CHROMIUM_PATH: Chromium does not start under the seccomp profile of the runtime; enable services.%s.chromium, which names the profile for it" $name $name) }}{{ end -}}
{{- end }}
{{- end }}

{{/* Fails where a variable would keep the image from working. Argument: { path, env } */}}
{{- define "platform.checkEnv" -}}
{{- $path := .path -}}
{{- range .env }}
{{- if eq .name "NODE_OPTIONS" }}{{ fail (printf "%s.extraEnv: NODE_OPTIONS belongs to the image, which starts with its own; `resources` sizes the memory" $path) }}{{ end -}}
{{- end }}
{{- end }}

{{/* Fails where labels of pods would take the place of those of a selector. Argument: { path, labels } */}}
{{- define "platform.checkLabels" -}}
{{- $path := .path -}}
{{- range $label, $_ := .labels }}
{{- if has $label (list "app.kubernetes.io/name" "app.kubernetes.io/instance" "app.kubernetes.io/component" "app.kubernetes.io/version") }}{{ fail (printf "%s.podLabels: the chart sets %s, by which Services and policies select pods; choose another name" $path $label) }}{{ end -}}
{{- end }}
{{- end }}

{{/* Fails where a mount names no volume, or two of one name are given. Argument: { path, volumes, mounts } */}}
{{- define "platform.checkMounts" -}}
{{- $path := .path -}}{{- $names := list -}}
{{- range .volumes }}
{{- if has .name (list "tmp" "files" "shm" "ca-certificates") }}{{ fail (printf "%s.extraVolumes: the chart has a volume %s of its own; choose another name" $path .name) }}{{ end -}}
{{- if hasKey . "hostPath" }}{{ fail (printf "%s.extraVolumes: %s is a folder of the node; use a claim, a ConfigMap, a Secret or a CSI driver" $path .name) }}{{ end -}}
{{- if has .name $names }}{{ fail (printf "%s.extraVolumes: %s is there twice" $path .name) }}{{ end -}}
{{- $names = append $names .name -}}
{{- end }}
{{- range .mounts }}{{ if not (has .name $names) }}{{ fail (printf "%s.extraVolumeMounts: %s is no volume of extraVolumes" $path .name) }}{{ end }}{{ end -}}
{{- end }}

{{/* Fails where the gateway is reachable from outside and something on the way is missing. Argument: the root */}}
{{- define "platform.checkExposure" -}}
{{- $values := .Values -}}
{{- if and $values.ingress.enabled (not (regexMatch "^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)*$" $values.ingress.host)) }}{{ fail "ingress.host: the name that the ingress answers to, without scheme, port and path, for example api.example.com" }}{{ end -}}
{{- if $values.httpRoute.enabled }}
{{- if not $values.httpRoute.parentRefs }}{{ fail "httpRoute.parentRefs: the Gateway that has the route, for example [{ name: public, namespace: gateways, sectionName: https }]" }}{{ end -}}
{{- if not $values.httpRoute.hostnames }}{{ fail "httpRoute.hostnames: the names that the route answers to, for example [api.example.com]" }}{{ end -}}
{{- end }}
{{- if $values.gatewayService.enabled }}
{{- $service := $values.gatewayService -}}
{{- if and $service.nodePort (or (lt (int $service.nodePort) 30000) (gt (int $service.nodePort) 32767)) }}{{ fail (printf "gatewayService.nodePort: %d is outside of 30000-32767, the range of a cluster" (int $service.nodePort)) }}{{ end -}}
{{- range $field := list "loadBalancerClass" "loadBalancerIP" "loadBalancerSourceRanges" }}
{{- if and (eq $service.type "NodePort") (index $service $field) }}{{ fail (printf "gatewayService.%s: only a Service of the type LoadBalancer has it" $field) }}{{ end -}}
{{- end }}
{{- end }}
{{- $isProxied := or $values.ingress.enabled $values.httpRoute.enabled -}}
{{- $policy := $values.networkPolicy -}}
{{- if and $policy.enabled $isProxied (not (or $policy.ingressNamespace $policy.gatewayPeers)) }}{{ fail "networkPolicy.ingressNamespace: the labels of the namespace whose proxies call the gateway, for example { kubernetes.io/metadata.name: traefik }; without them the NetworkPolicy lets no call through. Peers of another kind belong into networkPolicy.gatewayPeers" }}{{ end -}}
{{- $ranges := and (eq $values.gatewayService.externalTrafficPolicy "Local") $values.gatewayService.loadBalancerSourceRanges -}}
{{- if and $policy.enabled $values.gatewayService.enabled (not (or $policy.gatewayPeers $ranges)) }}{{ fail "networkPolicy.gatewayPeers: who may call the gateway through gatewayService, for example [{ ipBlock: { cidr: 0.0.0.0/0 } }] for clients everywhere, or the network of the load balancer; without them the NetworkPolicy lets no call through" }}{{ end -}}
{{- range $name, $service := $values.services }}{{ if $service.public -}}
{{- if and $isProxied (not (dig "config" "TRUSTED_PROXIES" "" $service)) }}{{ fail (printf "services.%s.config.TRUSTED_PROXIES: the addresses of the proxies in front of the gateway, for example the network of pods 10.0.0.0/8; without them all clients share the limits of one address" $name) }}{{ end -}}
{{- end }}{{ end }}
{{- end }}

{{/* Fails where certificates are given twice, or are none. Argument: the root */}}
{{- define "platform.checkCa" -}}
{{- $ca := .Values.caCertificates -}}
{{- $given := list -}}
{{- range $field := list "pem" "existingConfigMap" "existingSecret" }}{{ if index $ca $field }}{{ $given = append $given $field }}{{ end }}{{ end -}}
{{- if gt (len $given) 1 }}{{ fail (printf "caCertificates: %s exclude each other" (join " and " $given)) }}{{ end -}}
{{- with $ca.pem }}
{{- if contains "PRIVATE KEY" . }}{{ fail "caCertificates.pem has a private key: give the certificates of the authority alone" }}{{ end -}}
{{- if not (and (contains "-----BEGIN CERTIFICATE-----" .) (contains "-----END CERTIFICATE-----" .)) }}{{ fail "caCertificates.pem: certificates in PEM, each from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----" }}{{ end -}}
{{- end }}
{{- end }}
