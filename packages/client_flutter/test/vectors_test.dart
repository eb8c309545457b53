import 'dart:convert';
import 'dart:io';
import 'dart:typed_data';

import 'package:application_platform/src/answer.dart';
import 'package:application_platform/src/api_exception.dart';
import 'package:application_platform/src/caller.dart';
import 'package:application_platform/src/checkout.dart';
import 'package:application_platform/src/consent_form.dart';
import 'package:application_platform/src/generated/models.dart';
import 'package:application_platform/src/json.dart';
import 'package:application_platform/src/operation.dart';
import 'package:application_platform/src/retry_delay.dart';
import 'package:application_platform/src/snapshot.dart';
import 'package:application_platform/src/token_claims.dart';
import 'package:cryptography/cryptography.dart' show Ed25519, KeyPairType, Signature, SimplePublicKey;
import 'package:http/http.dart' as http;
import 'package:http/testing.dart';
import 'package:test/test.dart';

/// The cases that the clients of every language are held to. `buckets.json` is a rule of the platform alone.
List<JsonObject> vectors(String name, [String cases = 'cases']) {
  final file = jsonDecode(File('test/vectors/$name.json').readAsStringSync());
  return readField(asType<JsonObject>(file), cases, listOf(asType<JsonObject>));
}

String nameOf(JsonObject vector) => readField(vector, 'name', asType<String>);

Future<bool> verify(Uint8List publicKey, Uint8List signature, Uint8List message) => Ed25519().verify(
      message,
      signature: Signature(
        signature,
        publicKey: SimplePublicKey(publicKey, type: KeyPairType.ed25519),
      ),
    );

/// `unknownKey` as the vectors write it: `unknown_key`.
String? wordOf(SnapshotRefusal? refusal) =>
    refusal?.name.replaceAllMapped(RegExp('[A-Z]'), (match) => '_${match[0]!.toLowerCase()}');

SnapshotContext contextOf(JsonObject vector) => SnapshotContext(
      applicationCode: readField(vector, 'application_code', asType<String>),
      userId: readField(vector, 'user_id', asType<String?>),
      now: DateTime.parse(readField(vector, 'now', asType<String>)),
      newest: readField(vector, 'newest', asType<num>),
    );

void main() {
  group('a snapshot', () {
    for (final vector in vectors('snapshots')) {
      test(nameOf(vector), () async {
        final token = readField(vector, 'token', asType<String>);
        final keys = [
          for (final key in readField(vector, 'keys', listOf(asType<JsonObject>)))
            (kid: readField(key, 'kid', asType<String>), x: readField(key, 'x', asType<String>)),
        ];
        final Ed25519Verify verifier = vector['can_verify'] == true ? verify : (_, __, ___) => null;
        final claims = readClaims(token);
        var refusal = await signatureFault(token, keys, verifier);
        if (refusal == null) {
          refusal = claims == null ? SnapshotRefusal.malformed : claimsFault(claims, contextOf(vector));
        }
        expect(wordOf(refusal), vector['refusal']);
        final held = refusal == null && claims != null
            ? (claims: claims, isFresh: false, age: Duration.zero)
            : null;
        expect(openCodes(const [], held, contextOf(vector)), vector['codes']);
      });
    }
  });

  group('a gate', () {
    for (final vector in vectors('gate')) {
      test(nameOf(vector), () {
        final about = readField(vector, 'held', asType<JsonObject?>);
        final held = about == null
            ? null
            : (
                claims: SnapshotClaims.fromJson(readField(about, 'claims', asType<JsonObject>)),
                isFresh: about['source'] == 'fresh',
                age: Duration(seconds: readField(about, 'age_seconds', asInt)),
              );
        final free = readField(vector, 'free', listOf(asType<String>));
        expect(openCodes(free, held, contextOf(vector)), vector['codes']);
      });
    }
  });

  group('a repeat', () {
    for (final vector in vectors('retries', 'delays')) {
      test(nameOf(vector), () {
        final delay = retryDelay(
          status: readField(vector, 'status', asInt),
          retryAfter: readField(vector, 'retry_after', asType<num?>),
          attempt: readField(vector, 'attempt', asInt),
          retries: readField(vector, 'retries', asInt),
          random: readField(vector, 'random', asType<num>).toDouble(),
        );
        expect(delay?.inMilliseconds, vector['delay_ms']);
      });
    }

    for (final vector in vectors('retries', 'calls')) {
      test(nameOf(vector), () async {
        final left = [...readField(vector, 'answers', listOf(asAny))];
        final keys = <String?>{};
        var attempts = 0;
        var refreshes = 0;
        final client = MockClient((request) async {
          attempts += 1;
          keys.add(request.headers['idempotency-key']);
          final answer = left.removeAt(0);
          if (answer is! JsonObject) throw http.ClientException('no network', request.url);
          final status = readField(answer, 'status', asInt);
          final error = answer['error'];
          final retryAfter = answer['retry_after'];
          final body = status < 400
              ? jsonEncode({'data': 'done'})
              : error == null
                  ? 'no'
                  : jsonEncode({'error': error, 'message': 'about $error', 'request_id': 'r-1'});
          return http.Response(body, status, headers: {if (retryAfter != null) 'retry-after': '$retryAfter'});
        });
        final caller = Caller(
          baseUrl: 'https://api.example',
          getToken: ({required refresh}) {
            if (refresh) refreshes += 1;
            return 'token';
          },
          httpClient: client,
          pause: (_) async {},
          random: () => 0,
        );
        final operation = Operation<String>(
          method: 'POST',
          path: '/here',
          auth: 'user',
          repeat: switch (vector['repeat']) {
            'always' => Repeat.always,
            'with_key' => Repeat.withKey,
            _ => Repeat.never,
          },
          timeout: const Duration(seconds: 10),
          read: readData(asType<String>),
        );
        String? failure;
        try {
          final options = CallOptions(
            idempotencyKey: readField(vector, 'idempotency_key', asType<String?>),
            retries: readField(vector, 'retries', orNull(asInt)) ?? maxRetries,
          );
          expect(await caller.invoke(operation, options: options), 'done');
        } on ApiException catch (refused) {
          failure = refused.error;
        }
        expect(failure, vector['error']);
        expect([attempts, refreshes], [vector['attempts'], vector['refreshes']]);
        expect(keys, switch (vector['key']) { 'none' => {null}, 'mine' => {'mine'}, _ => hasLength(1) });
        if (vector['key'] == 'kept') expect(keys.first, matches(RegExp('^[0-9a-f-]{14}7')));
      });
    }
  });

  for (final vector in vectors('settle')) {
    test('the outcome of a payment is asked for: ${nameOf(vector)}', () {
      final timeout = Duration(milliseconds: readField(vector, 'timeout_ms', asInt));
      expect(questionTimes(timeout), vector['times']);
    });
  }

  group('the storage of a person', () {
    for (final vector in vectors('persons')) {
      test(nameOf(vector), () {
        expect(personOf(readField(vector, 'token', asType<String?>)), vector['person']);
      });
    }
  });

  group('a form', () {
    for (final vector in vectors('consent-forms')) {
      test(nameOf(vector), () {
        final published = [
          for (final document in readField(vector, 'published', listOf(asType<JsonObject>)))
            LegalDocument.fromJson({
              'content_hash': 'hash',
              'published_at': '2026-01-10T12:00:00Z',
              ...document,
            }),
        ];
        final form = ConsentForm.of(published, FormPurpose.values.byName('${vector['purpose']}'));
        expect(
          [
            for (final document in form.documents)
              {'document_id': document.documentId, 'is_required': document.isRequired},
          ],
          vector['documents'],
        );
        List<ConsentEntry> accept() => switch (vector['ticked']) {
              final List<Object?> kinds => form.acceptTicked(kinds.cast<String>()),
              _ => form.accept(readField(vector, 'labels', mapOf(asType<String>))),
            };
        if (vector['missing'] case final missing?) {
          expect(
            accept,
            throwsA(isA<ArgumentError>().having((error) => '${error.message}', 'message', endsWith('for $missing'))),
          );
        } else {
          expect([for (final entry in accept()) entry.toJson()], vector['entries']);
        }
      });
    }
  });
}
