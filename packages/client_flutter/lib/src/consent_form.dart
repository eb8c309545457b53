import 'generated/models.dart';

/// The form that a document is asked for in.
enum FormPurpose { registration, checkout, newsletter, contact }

/// A document as a form shows it. The form is refused without a required one. [checkboxText] is the label to show
/// beside the checkbox; null where the application words it.
typedef FormDocument = ({
  String documentId,
  String version,
  String kind,
  String title,
  String publicUrl,
  String? checkboxText,
  bool isRequired,
});

/// The documents to show, as they are published now.
final class ConsentForm {
  const ConsentForm(this.documents);

  /// The form for a purpose, from the published documents of an application or a site.
  factory ConsentForm.of(Iterable<LegalDocument> published, FormPurpose purpose) => ConsentForm([
        for (final document in published)
          if (_isRequired(document.docKind, purpose) case final isRequired?)
            (
              documentId: document.id,
              version: document.version,
              kind: document.docKind,
              title: document.title,
              publicUrl: document.publicUrl,
              checkboxText: document.checkboxText,
              isRequired: isRequired,
            ),
      ]);

  /// The form for versions that were published since the person accepted.
  factory ConsentForm.reconsent(Iterable<PendingReconsent> pending) => ConsentForm([
        for (final document in pending)
          (
            documentId: document.documentId,
            version: document.publishedVersion,
            kind: document.docKind,
            title: document.title,
            publicUrl: document.publicUrl,
            checkboxText: document.checkboxText,
            isRequired: true,
          ),
      ]);

  final List<FormDocument> documents;

  /// The entries to send, after the person has ticked the boxes of these kinds, beside which the form showed the
  /// `checkboxText` of each document. Throws [ArgumentError] when a required document is not ticked, or a ticked one has
  /// no label.
  List<ConsentEntry> acceptTicked(Iterable<String> kinds) => accept({
        for (final document in documents)
          if (kinds.contains(document.kind))
            document.kind: document.checkboxText ??
                (throw ArgumentError.value(kinds, 'kinds', 'has no label for ${document.kind}')),
      });

  /// The entries to send, after the person has ticked the boxes. [labels] are the texts beside the ticked boxes, by
  /// the kind of the document. Throws [ArgumentError] when a required document has none.
  List<ConsentEntry> accept(Map<String, String> labels) {
    final entries = <ConsentEntry>[];
    for (final document in documents) {
      final label = labels[document.kind] ?? '';
      if (label.isNotEmpty) {
        entries.add(
          ConsentEntry(
            documentId: document.documentId,
            version: document.version,
            checkboxText: label,
            accepted: true,
          ),
        );
      } else if (document.isRequired) {
        throw ArgumentError.value(labels, 'labels', 'has no label for ${document.kind}');
      }
    }
    return entries;
  }

  /// Whether the form asks for a kind, and whether it has to; null for a document of other forms.
  static bool? _isRequired(String kind, FormPurpose purpose) => switch ((purpose, kind)) {
        (FormPurpose.checkout, 'license_offer') => true,
        (FormPurpose.checkout, 'payment_data_consent') => false,
        (FormPurpose.checkout, _) => null,
        (_, 'personal_data_consent') => true,
        (_, 'marketing_consent') => purpose == FormPurpose.newsletter,
        (FormPurpose.registration, _) when kind.startsWith('terms_') => true,
        _ => null,
      };
}
