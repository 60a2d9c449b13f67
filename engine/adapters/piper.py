"""A second voice: Piper models run by onnxruntime, phonemes by espeak-ng."""
