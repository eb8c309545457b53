import 'dart:convert';
import 'dart:typed_data';

import 'json.dart';
import 'operation.dart';

/// A success as it came.
final class Answer {
  const Answer({required this.status, required this.headers, required this.bytes});

  final int status;

  /// By their names in lower case.
  final Map<String, String> headers;
  final Uint8List bytes;

  /// Throws [FormatException] for bytes that are no UTF-8.
  String get text => utf8.decode(bytes);

  /// Throws [FormatException] for a text that is no JSON.
  Object? get json => jsonDecode(text);
}

/// The `data` of an envelope.
ReadAnswer<T> readData<T>(T Function(Object? value) decode) =>
    (answer) => readField(asType<JsonObject>(answer.json), 'data', decode);

/// One page of a list.
ReadAnswer<ResultPage<T>> readPage<T>(T Function(Object? value) decode) => (answer) {
      final json = asType<JsonObject>(answer.json);
      return ResultPage<T>(
        items: readField(json, 'data', listOf(decode)),
        nextCursor: readField(json, 'next_cursor', asType<String?>),
        total: int.tryParse(answer.headers['x-total-count'] ?? ''),
      );
    };

/// A document that is no envelope.
ReadAnswer<T> readJson<T>(T Function(Object? value) decode) => (answer) => decode(answer.json);

String readText(Answer answer) => answer.text;

Uint8List readFile(Answer answer) => answer.bytes;

void readNothing(Answer answer) {}
