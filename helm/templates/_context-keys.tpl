{{/*
Context keys of a service: HKDF-SHA256 (RFC 5869, no salt) of each secret of PLATFORM_CONTEXT_SECRETS, as base64url with commas
between. The gateway derives the same keys. Templates have no HMAC: its pads are XORed digit by digit, in hexadecimal.
Argument: { secrets, name }
*/}}
{{- define "platform.contextKeys" -}}
{{- $info := printf "platform-context %s" .name -}}
{{- $keys := list -}}
{{- range splitList "," .secrets }}{{ $secret := trim . }}{{ if $secret -}}
{{- $inner := printf "%s%s" (repeat 64 "6") $secret | sha256sum | include "platform.hexToBase64" | b64dec -}}
{{- $extracted := printf "%s%s" (repeat 64 "\\") $inner | sha256sum -}}
{{- $innerPad := printf "%s%s" (include "platform.xorHex" (dict "hex" $extracted "even" "32107654ba98fedc" "odd" "67452301efcdab89") | include "platform.hexToBase64" | b64dec) (repeat 32 "6") -}}
{{- $outerPad := printf "%s%s" (include "platform.xorHex" (dict "hex" $extracted "even" "54761032dcfe98ba" "odd" "cdef89ab45670123") | include "platform.hexToBase64" | b64dec) (repeat 32 "\\") -}}
{{- $expanded := printf "%s%s\x01" $innerPad $info | sha256sum | include "platform.hexToBase64" | b64dec -}}
{{- $key := printf "%s%s" $outerPad $expanded | sha256sum | include "platform.hexToBase64" -}}
{{- $keys = append $keys ($key | replace "+" "-" | replace "/" "_" | trimSuffix "=") -}}
{{- end }}{{ end -}}
{{- join "," $keys -}}
{{- end }}

{{/* 32 bytes in hexadecimal, as base64. */}}
{{- define "platform.hexToBase64" -}}
{{- $alphabet := "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" -}}
{{- $hex := printf "%s00" . -}}
{{- $text := "" -}}
{{- range $at := until 22 -}}
{{- $bits := int (printf "0x%s" (substr (int (mul $at 3)) (int (add 3 (mul $at 3))) $hex)) -}}
{{- range list (div $bits 64) (mod $bits 64) }}{{ $text = printf "%s%s" $text (substr (int .) (int (add . 1)) $alphabet) }}{{ end -}}
{{- end -}}
{{- trunc 43 $text }}=
{{- end }}

{{/* 32 bytes in hexadecimal, each XORed with one byte. `even` and `odd` have the result of each of the 16 digits. Argument: { hex, even, odd } */}}
{{- define "platform.xorHex" -}}
{{- $tables := list .even .odd -}}
{{- range $at, $digit := splitList "" .hex -}}
{{- $value := int (printf "0x%s" $digit) -}}
{{- substr $value (int (add $value 1)) (index $tables (mod $at 2)) -}}
{{- end -}}
{{- end }}

{{/* The variable with the context keys of a service. Argument: its name */}}
{{- define "platform.contextKeysVariable" -}}{{ upper . | replace "-" "_" }}_CONTEXT_KEYS{{- end }}

{{/* The variable with the keys of the stored secrets of a service. Argument: its name */}}
{{- define "platform.encryptionKeysVariable" -}}{{ upper . | replace "-" "_" }}_ENCRYPTION_KEYS{{- end }}

{{/* Values of the Secret of a service, with its context keys where those of the gateway are values too. Argument: { root, name } */}}
{{- define "platform.secretValues" -}}
{{- $values := dig "secrets" "values" dict (index .root.Values.services .name) | default dict | deepCopy -}}
{{- range $_, $other := .root.Values.services }}{{ if $other.public -}}
{{- $secrets := dig "secrets" "values" "PLATFORM_CONTEXT_SECRETS" "" $other -}}
{{- $variable := include "platform.contextKeysVariable" $.name -}}
{{- if and $secrets (not (index $.root.Values.services $.name).public) (not (dig "secrets" "existingSecret" "" (index $.root.Values.services $.name))) (not (hasKey $values $variable)) }}{{ $_ := set $values $variable (include "platform.contextKeys" (dict "secrets" $secrets "name" $.name)) }}{{ end -}}
{{- end }}{{ end -}}
{{- toYaml $values -}}
{{- end }}
