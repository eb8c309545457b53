/// A JSON object.
typedef JsonObject = Map<String, Object?>;

/// Reads a field. Throws a [FormatException] that names it.
T readField<T>(JsonObject json, String name, T Function(Object? value) decode) {
  try {
    return decode(json[name]);
  } on FormatException catch (error) {
    throw FormatException('$name: ${error.message}');
  }
}

/// The fields that are not [known], and those that are null: a model sends them back as they came.
JsonObject othersOf(JsonObject json, Set<String> known) => {
      for (final MapEntry(:key, :value) in json.entries)
        if (value == null || !known.contains(key)) key: value,
    };

/// A value of one type. Throws [FormatException] for another one.
T asType<T>(Object? value) {
  if (value is T) return value;
  throw FormatException('no $T');
}

/// An integer; `1.0` is one too. Throws [FormatException].
int asInt(Object? value) {
  if (value is int) return value;
  if (value is double && value == value.truncateToDouble()) return value.toInt();
  throw const FormatException('no integer');
}

Object? asAny(Object? value) => value;

T? Function(Object? value) orNull<T>(T Function(Object? value) decode) =>
    (value) => value == null ? null : decode(value);

T Function(Object? value) objectOf<T>(T Function(JsonObject json) make) =>
    (value) => make(asType<JsonObject>(value));

List<T> Function(Object? value) listOf<T>(T Function(Object? value) decode) =>
    (value) => [for (final item in asType<List<Object?>>(value)) decode(item)];

Map<String, T> Function(Object? value) mapOf<T>(T Function(Object? value) decode) => (value) => {
      for (final entry in asType<JsonObject>(value).entries) entry.key: decode(entry.value),
    };
